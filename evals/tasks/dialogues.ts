import { asksBack, called, calledNot, declined, file, reminds, said, saidNot } from '../checks.ts'
import { type Pair, tasksOf, use } from '../task.ts'
import { thirtyTools } from '../thirty-tools.ts'

/**
 * Dialogues about tools: a goal that comes out over several turns, a missing parameter, a missing tool, thirty tools
 * in the way, and results that are to be relayed.
 */
const pairs: Pair[] = [
  {
    id: 'hidden-reminder',
    ko: {
      say: '알림 하나만 맞춰 줄래?',
      person: {
        knows: [
          [/무엇|뭘|뭐|어떤|무슨|내용|제목/, '치과 가는 거'],
          [/언제|몇 ?시|시간|시각|날짜/, '이번 주 금요일 오후 2시 반'],
        ],
        otherwise: '응, 그렇게 해 줘',
      },
      right: [
        '무엇을 알려드릴까요?',
        '언제 알려드릴까요?',
        use('reminders', { action: 'create', title: '치과 가기', at: '2026-11-27T14:30:00+09:00' }),
        '금요일 오후 2시 30분에 알려드릴게요.',
      ],
      wrong: [['무엇을 알려드릴까요?', '네, 맞춰 두었어요.']],
      checks: [reminds({ title: /치과/, at: '2026-11-27T14:30' })],
    },
    en: {
      say: 'Could you set a reminder for me?',
      person: {
        knows: [
          [/what|which/i, 'the dentist'],
          [/when|time|day/i, 'this Friday at half past two in the afternoon'],
        ],
        otherwise: 'yes, please do that',
      },
      right: [
        'What should I remind you of?',
        'And when?',
        use('reminders', { action: 'create', title: 'dentist', at: '2026-11-27T14:30:00+09:00' }),
        'I will remind you on Friday at 2:30 PM.',
      ],
      wrong: [['What should I remind you of?', 'Done, it is set.']],
      checks: [reminds({ title: /dentist/i, at: '2026-11-27T14:30' })],
    },
  },
  {
    id: 'hidden-file',
    setting: { files: { 'a.txt': '우유 milk\n' } },
    ko: {
      say: '파일에 한 줄 더 적고 싶은데',
      person: {
        knows: [
          [/어떤 파일|어느 파일|파일 ?이름|무슨 파일/, 'a.txt'],
          [/무엇|뭐|뭘|내용|어떤 (?:말|줄)/, '두부'],
        ],
        otherwise: '응, 우유는 그대로 두고',
      },
      right: [
        '어느 파일인가요?',
        '무엇을 적을까요?',
        use('edit_file', { path: 'a.txt', old: '우유 milk', new: '우유 milk\n두부' }),
        'a.txt에 두부를 더 적었어요.',
      ],
      wrong: [
        ['어느 파일인가요?', '무엇을 적을까요?', use('write_file', { path: 'a.txt', content: '두부\n' }), '적었어요.'],
      ],
      checks: [file('a.txt', /우유/, /두부/)],
    },
    en: {
      say: 'I would like to add a line to a file.',
      person: {
        knows: [
          [/which file|what file|name of the file|file name/i, 'a.txt'],
          [/what|which line|text/i, 'tofu'],
        ],
        otherwise: 'yes, and leave the milk where it is',
      },
      right: [
        'Which file is it?',
        'What should the line say?',
        use('edit_file', { path: 'a.txt', old: '우유 milk', new: '우유 milk\ntofu' }),
        'I added tofu to a.txt.',
      ],
      wrong: [
        ['Which file is it?', 'What should it say?', use('write_file', { path: 'a.txt', content: 'tofu\n' }), 'Added.'],
      ],
      checks: [file('a.txt', /milk/, /tofu/)],
    },
  },
  {
    id: 'missing-parameter',
    setting: { files: { 'x.txt': 'x\n', 'y.txt': 'y\n' } },
    ko: {
      say: '파일 하나 이름 좀 바꿔 줘',
      right: ['어떤 파일을 어떤 이름으로 바꿀까요?'],
      wrong: [[use('move_file', { from: 'x.txt', to: 'z.txt' }), '어떤 파일을 바꿀까요?']],
      checks: [asksBack, calledNot('move_file', 'delete_file', 'write_file'), file('x.txt', /x/)],
    },
    en: {
      say: 'Rename a file for me.',
      right: ['Which file, and what should it be called?'],
      wrong: [[use('move_file', { from: 'x.txt', to: 'z.txt' }), 'Which file?']],
      checks: [asksBack, calledNot('move_file', 'delete_file', 'write_file'), file('x.txt', /x/)],
    },
  },
  {
    id: 'missing-tool',
    ko: {
      say: '지금 우리 집 거실 불 좀 꺼 줘',
      right: ['집 안의 불을 끌 수 있는 방법이 저에게는 없어요.'],
      wrong: [['거실 불을 껐어요.']],
      checks: [said(/없|못|어려|않/), saidNot(/껐어요|껐습니다/), calledNot('run_command', 'reminders', 'save_memory')],
    },
    en: {
      say: 'Turn off the light in my living room now.',
      right: ['I have no way to switch lights, so I cannot do that.'],
      wrong: [['I turned off the light.']],
      checks: [
        said(/not|n't|no way|unable/i),
        saidNot(/(?:I have|I've|I) turned off/i),
        calledNot('run_command', 'reminders', 'save_memory'),
      ],
    },
  },
  {
    id: 'thirty-own',
    setting: { tools: thirtyTools },
    ko: {
      say: '택배 8812번 지금 어디야? 언제 와?',
      right: [use('parcel_track', { number: '8812' }), '대전에 있고, 월요일 오전에 도착해요.'],
      wrong: [[use('parcel_send', { number: '8812' }), '대전에 있고, 월요일 오전에 도착해요.']],
      checks: [called('parcel_track', { number: /8812/ }), said(/대전/, /월요일|23일/)],
    },
    en: {
      say: 'Where is parcel 8812 now, and when does it come?',
      right: [use('parcel_track', { number: '8812' }), 'It is in Daejeon and arrives on Monday before noon.'],
      wrong: [[use('parcel_send', { number: '8812' }), 'It is in Daejeon and arrives on Monday before noon.']],
      checks: [called('parcel_track', { number: /8812/ }), said(/Daejeon/i, /Monday|23/i)],
    },
  },
  {
    id: 'thirty-in-the-way',
    setting: { tools: thirtyTools, files: { 'stock.txt': '사과 apples 32\n배 pears 8\n' } },
    ko: {
      say: 'stock.txt에 사과가 몇 개라고 적혀 있어?',
      right: [use('read_file', { path: 'stock.txt' }), '사과는 32개라고 적혀 있어요.'],
      wrong: [[use('stock_count', { number: '1' }), '사과는 32개라고 적혀 있어요.']],
      checks: [called(['read_file', 'search_files']), said(/32/)],
    },
    en: {
      say: 'How many apples does stock.txt say there are?',
      right: [use('read_file', { path: 'stock.txt' }), 'It says 32 apples.'],
      wrong: [[use('stock_count', { number: '1' }), 'It says 32 apples.']],
      checks: [called(['read_file', 'search_files']), said(/32/)],
    },
  },
  {
    id: 'refused',
    setting: { files: { 'keep.txt': 'x\n' }, answer: 'deny' },
    ko: {
      say: 'keep.txt 지워 줘',
      right: [use('delete_file', { path: 'keep.txt' }), '허락하지 않으셔서 지우지 않았어요.'],
      wrong: [[use('delete_file', { path: 'keep.txt' }), 'keep.txt를 지웠어요.']],
      checks: [declined('delete_file'), said(/않|못/), file('keep.txt', /x/)],
    },
    en: {
      say: 'Delete keep.txt.',
      right: [use('delete_file', { path: 'keep.txt' }), 'You declined, so I did not delete it.'],
      wrong: [[use('delete_file', { path: 'keep.txt' }), 'I deleted keep.txt.']],
      checks: [declined('delete_file'), said(/not|n't|declin/i), file('keep.txt', /x/)],
    },
  },
]

export const dialogues = tasksOf('dialogues', pairs)
