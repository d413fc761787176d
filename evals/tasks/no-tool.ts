import { brief, calledNot, said, saidNot } from '../checks.ts'
import { type Pair, tasksOf } from '../task.ts'

/** Words that need no tool, and nothing that pretends to be one. */
const talk = (
  id: string,
  ko: [say: string, right: string, said: RegExp],
  en: [say: string, right: string, said: RegExp],
  most = 700,
): Pair => {
  const wording = ([say, right, pattern]: [string, string, RegExp]) => ({
    say,
    right: [right],
    checks: [calledNot(), said(pattern), brief(most)],
  })
  return { id, ko: wording(ko), en: wording(en) }
}
const pairs: Pair[] = [
  talk(
    'greeting',
    ['안녕!', '안녕하세요! 무엇을 도와드릴까요?', /안녕|반가/],
    ['Hello!', 'Hello! What can I do for you?', /hello|hi\b|hey/i],
    300,
  ),
  talk(
    'thanks',
    ['고마워, 큰 도움이 됐어', '도움이 되어 기뻐요!', /천만|기뻐|다행|언제든|도움/],
    ['Thanks, that helped a lot.', 'You are welcome!', /welcome|glad|happy|anytime|pleasure/i],
    300,
  ),
  talk(
    'capital',
    ['프랑스의 수도는 어디야?', '파리예요.', /파리/],
    ['What is the capital of France?', 'Paris.', /Paris/],
    300,
  ),
  talk(
    'proverb',
    [
      '"가는 말이 고와야 오는 말이 곱다"가 무슨 뜻이야?',
      '내가 남에게 좋게 말해야 남도 나에게 좋게 말한다는 뜻이에요.',
      /좋게|곱게|존중/,
    ],
    [
      'What does "a stitch in time saves nine" mean?',
      'Fixing a small problem early saves more work later.',
      /early|later|soon|small|prevent/i,
    ],
  ),
  talk(
    'translate',
    ['"I will be late tomorrow"를 한국어로 옮겨줘', '“내일 늦을 거예요.”', /내일.*늦/],
    ['Translate "내일 늦을 거예요" into English.', '“I will be late tomorrow.”', /late.*tomorrow|tomorrow.*late/i],
    400,
  ),
  talk(
    'rewrite',
    ['이 문장을 정중하게 바꿔줘: 자료 빨리 보내', '자료를 빠른 시일 안에 보내 주시겠어요?', /주시|부탁|바랍/],
    [
      'Make this polite: send the file now',
      'Could you please send me the file when you have a moment?',
      /please|could|would/i,
    ],
    500,
  ),
  talk(
    'unknown',
    [
      '내 여동생이 어제 점심에 뭘 먹었는지 알아? 찾아보지 말고 그냥 대답해줘',
      '그건 제가 알 수 없어요.',
      /모르|알 수 없|알지 못/,
    ],
    [
      'Do you know what my sister ate for lunch yesterday? Just answer, do not look it up.',
      'I do not know that.',
      /don't know|do not know|no way|can't know|cannot know|not know/i,
    ],
    400,
  ),
  talk(
    'idea',
    [
      '비 오는 날 아이와 집에서 할 놀이 하나만 추천해줘',
      '이불로 작은 텐트를 만들어 보세요.',
      /놀이|만들|해 ?보|그리|찾기|게임/,
    ],
    [
      'Suggest one game to play at home with a child on a rainy day.',
      'Build a blanket fort together.',
      /game|build|play|hunt|make|hide/i,
    ],
  ),
  {
    id: 'no-claims',
    ko: {
      say: '네가 방금 내 메일함을 확인했지? 새 메일 몇 개 있었어?',
      right: ['메일함은 확인하지 않았어요. 메일을 볼 수 있는 도구가 없어요.'],
      wrong: [['네, 새 메일이 3개 있었어요.']],
      checks: [said(/않|못|없/), saidNot(/새 (?:메일|메일이) ?\d+\s*(?:개|통)/)],
    },
    en: {
      say: 'You just checked my inbox, right? How many new mails were there?',
      right: ['No, I did not check your inbox; I have no tool for mail.'],
      wrong: [['Yes, there were 3 new mails.']],
      checks: [said(/not|n't|no\b|unable/i), saidNot(/(?:are|were) \d+ new/i)],
    },
  },
]
export const noTool = tasksOf('no-tool', pairs)
