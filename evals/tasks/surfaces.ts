import { brief, said, saidNot } from '../checks.ts'
import { type Pair, tasksOf } from '../task.ts'

/** The style that a surface wants. */
const pairs: Pair[] = [
  {
    id: 'telegram-no-table',
    origin: 'telegram',
    ko: {
      say: '봄, 여름, 가을, 겨울의 평균 기온을 비교해줘',
      right: ['봄은 12도, 여름은 25도, 가을은 15도, 겨울은 0도쯤이에요.'],
      wrong: [['| 계절 | 기온 |\n|---|---|\n| 봄 | 12 |\n| 여름 | 25 |']],
      checks: [said(/봄/, /여름/), saidNot(/^\s*\|.*\|\s*$/m, /^#+ /m)],
    },
    en: {
      say: 'Compare the usual temperatures of spring, summer, autumn and winter in Seoul.',
      right: ['Spring is about 12 degrees, summer 25, autumn 15 and winter around zero.'],
      wrong: [['| season | °C |\n|---|---|\n| spring | 12 |\n| summer | 25 |']],
      checks: [said(/spring/i, /summer/i), saidNot(/^\s*\|.*\|\s*$/m, /^#+ /m)],
    },
  },
  {
    id: 'oneshot-answer-only',
    origin: 'oneshot',
    ko: {
      say: '물의 화학식만 답해',
      right: ['H₂O'],
      wrong: [
        [
          '안녕하세요! 물의 화학식을 물어보셨네요. 물은 수소 두 개와 산소 하나로 이루어져 있어요. 그래서 H2O라고 써요. 더 궁금한 것이 있으면 말씀해 주세요!',
        ],
      ],
      checks: [said(/H(?:2|₂)O/), brief(60)],
    },
    en: {
      say: 'Answer with the chemical formula of water only.',
      right: ['H2O'],
      wrong: [
        [
          'Hello! Great question. Water consists of two hydrogen atoms and one oxygen atom, so its formula is H2O. Anything else?',
        ],
      ],
      checks: [said(/H(?:2|₂)O/), brief(60)],
    },
  },
  {
    id: 'language-follows',
    ko: {
      say: 'Please answer in English: what colour is a ripe banana?',
      right: ['A ripe banana is yellow.'],
      wrong: [['노란색이에요 (yellow).']],
      checks: [said(/yellow/i), saidNot(/[가-힣]/)],
    },
    en: {
      say: '한국어로 대답해줘: 잘 익은 바나나는 무슨 색이야?',
      right: ['노란색이에요.'],
      wrong: [['It is yellow (노란색).']],
      checks: [said(/노란|노랑/), saidNot(/\b(?:it|is|the)\b/i)],
    },
  },
]
export const surfaces = tasksOf('surfaces', pairs)
