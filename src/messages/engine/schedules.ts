import { josa } from '../../std/korean/grammar/particles.ts'

/** Scheduled turns: what is said when they are made, shown and told. */
const ko = {
  created: (title: string, id: string) => `예약했어요: ${title} [예약 ${id}번]`,
  when: (repeat: string, times: readonly string[]) => `${repeat && `${repeat} · `}${times.join(', ')}`,
  card: (title: string, when: string, tokens: number, minutes: number) =>
    `‘${title}’ 일을 정한 때에 스스로 합니다.\n${when}\n한 번에 최대 ${tokens.toLocaleString('ko')}토큰, ${minutes}분. 물어볼 사람이 없으니 묻지 않아도 되는 도구만 씁니다.`,
  line: (id: string, when: string, title: string) => `${id}. ${when} ${title}`,
  state: { paused: '(멈춤)', over: '(끝남)', running: '(하는 중)', waiting: '(다시 시도 예정)' },
  none: '예약해 둔 일이 없어요. `assistant schedule add "오늘 일정 요약해줘" --repeat "매일 아침 7시"`처럼 만들 수 있어요.',
  noResults: '아직 한 번도 하지 않았어요.',
  outcome: { done: '했음', failed: '못 함', exhausted: '한도까지 씀', 'left-out': '건너뜀' },
  told: (title: string, text: string) => `⏰ ${title}\n\n${text}`,
  missed: (count: number) => `(그전 ${count}번은 놓쳐서 한 번에 했어요.)`,
  failed: (title: string, text: string, next: string) =>
    `⏰ 예약한 ‘${title}’ 일을 하지 못했어요. ${text}${next && ` 다음은 ${next}이에요.`}`,
  leftOut: (title: string, when: string) => `⏰ 예약한 ‘${title}’ 일을 건너뛰었어요. ${when}에는 프로그램이 꺼져 있었어요.`,
  exhausted: (title: string) => `‘${title}’에 정해 둔 토큰이나 시간을 다 써서 여기서 멈췄어요.`,
  unwritten: (file: string, why: string) => `‘${file}’ 파일에는 쓰지 못했어요(${why}). 답은 대화에 남아 있어요.`,
  paused: (title: string, id: string) => `${josa(`‘${title}’`, '을/를')} 멈췄어요. 다시 하려면: assistant schedule resume ${id}`,
  resumed: (title: string, when: string) => `‘${title}’ 일을 다시 해요: ${when}`,
  over: (title: string) => `‘${title}’의 때가 이미 지났어요. 새 시각을 정해 주세요(schedule edit --at).`,
  edited: (title: string) => `‘${title}’ 예약을 고쳤어요.`,
  removed: (title: string) => `‘${title}’ 예약을 지웠어요. 지난 답은 대화에 남아 있어요.`,
  unknown: (id: string) => `예약 ${id}번이 없어요. 목록을 먼저 확인해 주세요.`,
  which: '어느 예약인지 번호(id)가 필요해요. 목록을 먼저 확인해 주세요.',
  empty: '무엇을 할지(prompt)가 필요해요.',
  oneRule: '한 예약에는 되풀이 규칙이 하나만 들어가요. 나머지는 새로 예약해 주세요.',
  busy: '지금 하고 있어요. 끝난 뒤에 다시 해 주세요.',
  number: (name: string) => `${name}은(는) 1 이상의 수여야 해요.`,
}

const en: typeof ko = {
  created: (title, id) => `Scheduled: ${title} [schedule ${id}]`,
  when: (repeat, times) => `${repeat && `${repeat} · `}${times.join(', ')}`,
  card: (title, when, tokens, minutes) =>
    `‘${title}’ will be done by itself at its time.\n${when}\nAt most ${tokens.toLocaleString('en')} tokens and ${minutes} minutes each. Nobody can be asked then, so only tools that need no question run.`,
  line: (id, when, title) => `${id}. ${when} ${title}`,
  state: { paused: '(paused)', over: '(over)', running: '(running)', waiting: '(to be tried again)' },
  none: 'Nothing is scheduled. Make one: assistant schedule add "sum up my day" --repeat "every day at 7"',
  noResults: 'It has not run yet.',
  outcome: { done: 'done', failed: 'failed', exhausted: 'stopped at its limit', 'left-out': 'left out' },
  told: (title, text) => `⏰ ${title}\n\n${text}`,
  missed: (count) => `(${count} earlier ${count === 1 ? 'time was' : 'times were'} missed; this stands for all of them.)`,
  failed: (title, text, next) => `⏰ The scheduled ‘${title}’ could not be done. ${text}${next && ` Next: ${next}.`}`,
  leftOut: (title, when) => `⏰ The scheduled ‘${title}’ was left out: nothing was running at ${when}.`,
  exhausted: (title) => `The tokens or minutes of ‘${title}’ are used up, so it stopped here.`,
  unwritten: (file, why) => `The file ‘${file}’ could not be written (${why}). The answer stands in the conversation.`,
  paused: (title, id) => `‘${title}’ is paused. To go on: assistant schedule resume ${id}`,
  resumed: (title, when) => `‘${title}’ goes on: ${when}`,
  over: (title) => `The time of ‘${title}’ is over. Give it a new one (schedule edit --at).`,
  edited: (title) => `The schedule ‘${title}’ was changed.`,
  removed: (title) => `The schedule ‘${title}’ was removed. Its earlier answers stay in their conversation.`,
  unknown: (id) => `There is no schedule ${id}. Look at the list first.`,
  which: 'The number (id) of the schedule is needed. Look at the list first.',
  empty: 'What is to be done (prompt) is needed.',
  oneRule: 'One schedule has one rule. Please make another one for the rest.',
  busy: 'It runs right now. Try again when it has ended.',
  number: (name) => `${name} must be a number of at least 1.`,
}

export const scheduleMessages = { ko, en }
