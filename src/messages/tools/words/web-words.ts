import type { ToolWordTable } from '../word-table.ts'

/** The web: the words of their tools. */
export const webWords = {
  get_weather: {
    ko: {
      title: '날씨 보기',
      purpose: '지금 날씨와 며칠 동안의 예보를 알려줘요',
    },
    en: {
      title: 'Look at the weather',
      purpose: 'The weather now and the forecast of the next days',
    },
  },
  search_wikipedia: {
    ko: {
      title: '위키백과에서 찾기',
      purpose: '위키백과에서 찾아요',
    },
    en: {
      title: 'Search Wikipedia',
      purpose: 'Search Wikipedia',
    },
  },
  web_search: {
    ko: {
      title: '웹에서 찾기',
      purpose: '웹에서 찾아요',
    },
    en: {
      title: 'Search the web',
      purpose: 'Search the web',
    },
  },
  fetch_url: {
    ko: {
      title: '웹 페이지 읽기',
      purpose: '웹 페이지나 문서를 글로 읽어요',
      line: (url) => `${url} 읽기`,
      question: (url) => `이 주소를 읽어 올까요?  ${url}`,
    },
    en: {
      title: 'Read a web page',
      purpose: 'Read a web page or document as text',
      line: (url) => `Read ${url}`,
      question: (url) => `Read this address?  ${url}`,
    },
  },
  generate_image: {
    ko: {
      title: '그림 만들기',
      purpose: '말로 설명한 그림을 만들어요',
      instead: '그림 파일이 필요 없으면 지워 달라고 해 주세요.',
    },
    en: {
      title: 'Make a picture',
      purpose: 'Make a picture from words',
      instead: 'Ask to delete the picture file if you do not want it.',
    },
  },
  open_url: {
    ko: {
      title: '브라우저에서 열기',
      purpose: '브라우저에서 주소를 열어요',
      instead: '브라우저의 창을 닫아 주세요.',
      question: (url) => `이 주소를 브라우저에서 열까요?  ${url}`,
    },
    en: {
      title: 'Open in the browser',
      purpose: 'Open an address in the browser',
      instead: 'Close the window of the browser.',
      question: (url) => `Open this address in the browser?  ${url}`,
    },
  },
} satisfies ToolWordTable
