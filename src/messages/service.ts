import { josa } from '../std/korean/particles.ts'

/** What every service may say beside its own sentences. The wording of SPEC §13 is kept to the letter. */
const ko = {
  labels: {
    intent: '의도 파악 중',
    intentAgain: (retry: number, of: number) => `의도 재파악 중... (${retry}/${of})`,
    slots: '정보 추출 중',
    slotsAgain: (retry: number, of: number) => `정보 재추출 중... (${retry}/${of})`,
    slotsDone: '정보 추출 완료',
    execute: (title: string) => `${title} 실행 중`,
    reply: '응답 생성 중',
    replyAgain: (retry: number, of: number) => `응답 재생성 중... (${retry}/${of})`,
  },
  buttons: { yes: '확인', no: '취소', goOn: '계속 진행' },
  unclear: '말씀하신 내용을 이해하지 못했어요. 다시 알려주세요.',
  /** After the same question would be put once more. */
  howToLeave: "그만두려면 '취소', 다른 이야기를 하려면 '잠깐, 다른 거'라고 해주세요.",
  yesOrNo: "'네'나 '취소'로 답하거나 바꿀 내용을 말씀해 주세요.",
  parked: (title: string) =>
    `네, ${josa(title, '은/는')} 잠시 멈춰 둘게요. '아까 하던 ${title} 계속하자'라고 하시면 이어서 할게요.`,
  resumed: (title: string) => `하던 ${josa(title, '을/를')} 이어서 할게요.`,
  unsupported: '입력이 반복되어 더 이상 진행할 수 없어요. 처음부터 다시 시도해 주세요.',
  remote: '이 작업은 앱에서 직접 실행해주세요',
  unknownOutcome: (title: string) => `${title} 결과를 확인하지 못했어요. 다시 실행하지 않았으니 내역을 직접 확인해 주세요.`,
  brokeOff: '앞의 실행이 중간에 끊겼어요. 아직 실행되지 않았어요.',
  confirmAgain: '다시 여쭤볼게요.',
  broken: (title: string) => `${title} 서비스에 문제가 있어요. \`assistant service check\`로 확인해 주세요.`,
  noModel: '이 서비스에는 모델이 필요해요. `assistant setup`으로 연결할 수 있어요.',
  fallback: '답을 만들지 못했어요. 다시 말씀해 주세요.',
  /** Sentences of a declared service that brings none of its own. */
  declared: {
    ask: (label: string) => `${josa(label, '을/를')} 알려주세요.`,
    askAgain: (label: string) => `${josa(label, '이/가')} 아직 필요해요. 말씀해 주세요.`,
    invalid: (label: string) => `${josa(label, '을/를')} 읽지 못했어요. 다시 알려주세요.`,
    confirm: (title: string, slots: string) => `${slots}. ${josa(title, '을/를')} 진행할까요?`,
    done: (title: string) => `${josa(title, '이/가')} 완료됐어요.`,
    cancelled: (title: string) => `${josa(title, '이/가')} 취소됐어요.`,
    failed: (title: string, reason: string) => `${josa(title, '을/를')} 하지 못했어요. ${reason}`.trim(),
    goOn: (count: number) => `남은 ${count}건을 계속 진행할까요?`,
    report: { executed: '완료', failed: '실패', cancelled: '취소', unknown: '확인 필요', waiting: '남음' },
  },
}

const en: typeof ko = {
  labels: {
    intent: 'Finding out what you want',
    intentAgain: (retry, of) => `Finding out again... (${retry}/${of})`,
    slots: 'Reading the details',
    slotsAgain: (retry, of) => `Reading again... (${retry}/${of})`,
    slotsDone: 'Details read',
    execute: (title) => `Doing the ${title}`,
    reply: 'Writing an answer',
    replyAgain: (retry, of) => `Writing again... (${retry}/${of})`,
  },
  buttons: { yes: 'OK', no: 'Cancel', goOn: 'Go on' },
  unclear: "I didn't understand that. Please tell me again.",
  howToLeave: "Say 'cancel' to stop, or 'wait, something else' to talk about something else.",
  yesOrNo: "Answer 'yes' or 'cancel', or say what to change.",
  parked: (title) => `All right, the ${title} waits. Say 'continue the ${title}' to go on with it.`,
  resumed: (title) => `Going on with the ${title}.`,
  unsupported: 'This has been going in circles, so I stopped it. Please start again.',
  remote: 'Please do this in the app itself',
  unknownOutcome: (title) => `I could not see how the ${title} ended. It was not done again; please check your history.`,
  brokeOff: 'The last attempt was cut short. Nothing was done yet.',
  confirmAgain: 'So I ask again.',
  broken: (title) => `The service ${title} has a problem. See \`assistant service check\`.`,
  noModel: 'This service needs a model. Connect one with `assistant setup`.',
  fallback: 'I could not make an answer. Please say it again.',
  declared: {
    ask: (label) => `What is the ${label}?`,
    askAgain: (label) => `The ${label} is still missing. Please tell me.`,
    invalid: (label) => `I could not read the ${label}. Please tell me again.`,
    confirm: (title, slots) => `${slots}. Shall I go on with the ${title}?`,
    done: (title) => `The ${title} is done.`,
    cancelled: (title) => `The ${title} was cancelled.`,
    failed: (title, reason) => `The ${title} failed. ${reason}`.trim(),
    goOn: (count) => `Go on with the other ${count}?`,
    report: { executed: 'done', failed: 'failed', cancelled: 'cancelled', unknown: 'to be checked', waiting: 'waiting' },
  },
}

export type ServiceSentences = typeof ko
export const service = { ko, en }
