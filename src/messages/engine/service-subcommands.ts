/** Meanings of the subcommands of services, by their words. */
export const serviceSubcommandMessages = {
  ko: {
    service: '서비스(정해진 순서의 대화)를 만들고 켜고 꺼요',
    'service new': '내 서비스의 폴더를 만들어요',
    'service list': '서비스를 보여줘요',
    'service check': '내 서비스에 잘못이 없는지 확인해요',
    'service test': '내 서비스의 대화(dialogues.md)를 해 봐요',
    'service show': '서비스의 단계를 그려요',
    'service enable': '서비스를 켜요',
    'service disable': '서비스를 꺼요',
  },
  en: {
    service: 'make services and switch them on and off',
    'service new': 'make the folder of a service of your own',
    'service list': 'list services',
    'service check': 'check your services',
    'service test': 'play the dialogues (dialogues.md) of your services',
    'service show': 'draw the steps of a service',
    'service enable': 'switch a service on',
    'service disable': 'switch a service off',
  },
}
