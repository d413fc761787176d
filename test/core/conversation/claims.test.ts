import { describe, expect, test } from 'vitest'
import { type ClaimEvidence, unbackedClaims } from '../../../src/core/conversation/claims.ts'
import type { ReceiptLine } from '../../../src/protocol/index.ts'

const deed = (tool: string, object: string, state: ReceiptLine['state'] = 'done'): ReceiptLine => ({
  tool,
  object,
  state,
})
const evidence = (deeds: ReceiptLine[], asked: string, more: Partial<ClaimEvidence> = {}): ClaimEvidence => ({
  deeds,
  isUnknown: (tool) => tool === 'shell',
  asked,
  hasRead: false,
  before: [],
  ...more,
})

/** Answers that say more than was done: what was asked, what was done, what is told, and the part that is marked. */
const lies: [asked: string, deeds: ReceiptLine[], answer: string, marked: RegExp][] = [
  ['할 일 tasks.md에 적어줘', [], 'tasks.md에 적어 뒀어요.', /tasks\.md/],
  ['정리해서 저장해줘', [], '네, notes/회의.md 파일로 저장했습니다.', /회의\.md/],
  [
    '회의록 만들어줘',
    [deed('write_file', 'tasks.md', 'refused')],
    '두 개의 알림을 맞추고 tasks.md 를 썼습니다.',
    /tasks\.md/,
  ],
  ['알림 두 개', [deed('reminders', '은행 1번', 'failed')], '두 개의 알림을 맞췄어요.', /알림/],
  ['알림 두 개', [deed('reminders', '은행 1번')], '알림 두 개를 모두 설정했어요.', /알림/],
  ['내일 9시 은행 알려줘', [], '내일 9시에 은행 알림을 설정해 드렸어요.', /알림/],
  ['은행 가야 해', [], '은행 알림도 맞춰 뒀습니다!', /알림/],
  ['딸 이름은 지우야 기억해', [], '기억해 뒀어요.', /기억/],
  ['엄마한테 메일 보내', [], '메일을 보냈습니다.', /메일/],
  ['엄마한테 메일 보내', [deed('draft_mail', '안부')], '파일을 저장했고 report.pdf도 보냈어요.', /report\.pdf/],
  ['a.md 지워줘', [deed('delete_file', 'a.md', 'refused')], 'a.md를 삭제했습니다.', /a\.md/],
  ['a.md랑 b.md 지워줘', [deed('delete_file', 'a.md')], 'a.md와 b.md를 지웠어요.', /b\.md/],
  ['일정 옮겨줘', [], '일정을 3시로 옮겼어요.', /일정/],
  ['치과 일정 잡아줘', [deed('change_event', '치과', 'failed')], '치과 일정을 추가했습니다.', /일정/],
  ['설정 바꿔줘', [], '설정을 변경했습니다.', /설정/],
  ['3번 알림 취소', [deed('reminders', '약 2번')], '3번 알림을 취소했어요.', /3번/],
  ['저장해줘', [], '저장했어요.', /저장/],
  ['다 해줘', [deed('write_file', 'a.md')], '1. a.md를 만들었어요.\n2. b.txt를 만들었어요.', /b\.txt/],
  ['save it to tasks.md', [], "I've saved the list to tasks.md.", /tasks\.md/],
  ['remind me at 9', [], 'I have set a reminder for 9 am.', /reminder/],
  ['remind me at 9', [deed('reminders', 'bank no. 1', 'failed')], 'Done! I set a reminder for tomorrow.', /reminder/],
  ['delete old.txt', [deed('delete_file', 'old.txt', 'refused')], 'Deleted old.txt.', /old\.txt/],
  ['send it', [], 'I sent the email to Kim.', /email/],
  ['set timers', [deed('timer', 'pasta no. 1')], 'I set two timers for you.', /timers/],
  ['note this', [], 'Saved to your notes.', /Saved/],
  ['write both', [deed('write_file', 'a.md')], 'I wrote a.md and b.md.', /b\.md/],
  ['move the meeting', [], 'The meeting has been moved to 3 pm.', /meeting/],
  ['remember it', [], "I've remembered that your daughter is called Jiwoo.", /remembered/],
  ['cancel the reminder', [deed('reminders', 'x', 'failed')], 'The reminder was cancelled.', /reminder/],
  ['commit it', [], 'I committed the change.', /committed/],
  ['텔레그램으로 보내줘', [], '텔레그램으로 메시지를 전송했습니다.', /메시지/],
  ['장보기에 우유 추가', [], '우유를 추가했어요.', /추가/],
  ['x', [deed('write_file', 'a.md', 'failed')], '**완료:** `a.md` 생성됐습니다.', /a\.md/],
]

/** Answers that say no more than was done, or speak of something else. */
const honest: [asked: string, deeds: ReceiptLine[], answer: string, more?: Partial<ClaimEvidence>][] = [
  ['tasks.md에 적어줘', [deed('write_file', 'tasks.md')], 'tasks.md에 적어 뒀어요.'],
  ['tasks.md에 적어줘', [deed('write_file', '/home/me/tasks.md')], '`tasks.md`를 만들었습니다.'],
  ['tasks.md에 적어줘', [deed('write_file', 'tasks.md', 'refused')], '거절하셔서 tasks.md를 만들지 못했어요.'],
  ['tasks.md에 적어줘', [deed('write_file', 'tasks.md', 'refused')], 'tasks.md는 저장하지 않았어요.'],
  ['tasks.md에 적어줘', [deed('write_file', 'tasks.md', 'failed')], 'tasks.md 저장에 실패했습니다.'],
  ['알림 두 개', [deed('reminders', '은행 1번'), deed('reminders', '병원 2번')], '알림 두 개를 맞췄어요.'],
  ['내일 9시 은행', [deed('reminders', '은행 1번')], '내일 오전 9시에 은행 알림을 맞췄어요 (1번).'],
  ['두 시에 은행', [deed('reminders', '은행 1번')], '오후 2시에 ‘은행’ 알림을 설정했습니다.'],
  ['3번 취소', [deed('reminders', '약 3번')], '3번 알림을 취소했어요.'],
  ['메모해줘', [deed('save_memory', '딸 이름은 지우 (memory/me.md:3)')], '기억해 뒀어요.'],
  ['메모해줘', [deed('write_file', 'memo.md')], '메모를 저장했습니다.'],
  ['실행해줘', [deed('shell', 'make')], 'build/out.txt를 만들었어요.'],
  ['어제 회의 요약해줘', [], '김 과장이 예산안을 수정했습니다. 팀은 일정을 변경했습니다.', { hasRead: true }],
  ['회의록 요약해줘', [], '고객사에 메일을 보냈고 견적서를 수정했습니다.', { hasRead: true }],
  ['뭐 했더라', [], '아까 tasks.md에 저장했어요.', { before: ['wrote tasks.md (3 lines)'] }],
  ['tasks.md는?', [], '이미 tasks.md를 만들었어요.', { before: ['tasks.md 저장'] }],
  ['이순신 알려줘', [], '이순신은 난중일기를 썼습니다.'],
  ['이순신 알려줘', [], '세종은 훈민정음을 만들었습니다. 거북선은 조선에서 만들었어요.'],
  ['오늘 뭐 했어?', [], '저도 잘 지냈어요.'],
  ['파일 어떻게 저장해?', [], 'Ctrl+S를 누르면 저장돼요. report.pdf로 저장할 수도 있어요.'],
  ['저장됐어?', [], '저장했을까요?'],
  ['코드 짜줘', [], '```js\n// saved to a.js\nfs.writeFileSync("a.js")\n```\n이 코드는 a.js에 씁니다.'],
  ['메일 왔어?', [], '김과장님이 보고서를 보내셨어요.'],
  ['내가 뭐라 했지', [], '말씀하신 파일을 수정하셨네요.'],
  ['who wrote it', [], 'Tolstoy wrote War and Peace.'],
  ['what happened', [], 'The company was created in 1998 and moved to Seoul.'],
  ['write it', [deed('write_file', 'a.md')], 'I wrote a.md.'],
  ['write it', [deed('write_file', 'a.md', 'failed')], "I couldn't write a.md: the folder is read-only."],
  ['write it', [], 'I have not saved anything yet. Shall I save it to a.md?'],
  ['write it', [], 'If I saved it to a.md, it would be overwritten.'],
  ['remind me', [deed('reminders', 'bank no. 1')], "Done. I've set a reminder for 9 am tomorrow."],
  ['how do I save', [], 'You can save it with Ctrl+S. Files are saved to report.pdf by default.', { hasRead: true }],
  ['weather?', [], 'It is sunny. The forecast was updated at 9.'],
  ['hi', [], '안녕하세요! 무엇을 도와드릴까요?'],
  ['읽어줘', [], 'report.md를 읽었어요. 세 부분으로 되어 있어요.'],
  ['찾아줘', [], 'a.md와 b.md를 확인했습니다.'],
  ['고마워', [], '도움이 됐다니 기뻐요.'],
  ['커피 마셨어', [], '좋은 시간 보냈네요!'],
  ['시험 봤어', [], '정말 애썼어요. 고생 많았어요.'],
  ['노래 알려줘', [], '이 노래는 2010년에 만들어졌어요.'],
]

describe('claims of an answer', () => {
  test.each(lies)('are marked where nothing stands behind them: %s %j %s', (asked, deeds, answer, marked) => {
    expect(unbackedClaims(answer, evidence(deeds, asked)).join(' | ')).toMatch(marked)
  })

  test.each(honest)('are left alone where they are true, or none: %s %j %s', (asked, deeds, answer, more) => {
    expect(unbackedClaims(answer, evidence(deeds, asked, more))).toEqual([])
  })
})
