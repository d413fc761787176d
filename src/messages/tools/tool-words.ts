import type { Language } from '../language.ts'

/** What each tool does, as a person calls it; no surface shows the name that models know it by. */
const titles = {
  ko: {
    calculator: '계산하기',
    datetime: '날짜 확인하기',
    get_weather: '날씨 보기',
    search_wikipedia: '위키백과에서 찾기',
    web_search: '웹에서 찾기',
    fetch_url: '웹 페이지 읽기',
    read_file: '파일 읽기',
    list_files: '폴더 보기',
    search_files: '파일에서 찾기',
    write_file: '파일 쓰기',
    edit_file: '파일 고치기',
    move_file: '파일 옮기기',
    delete_file: '파일 지우기',
    print_image: '그림 보여주기',
    generate_image: '그림 만들기',
    open_url: '브라우저에서 열기',
    clipboard: '클립보드 다루기',
    settings: '설정 보거나 바꾸기',
    save_memory: '기억하기',
    search_memory: '기억에서 찾기',
    update_memory: '기억 고치기',
    search_conversations: '지난 대화에서 찾기',
    skill: '배워 둔 방법 읽기',
    search_documents: '문서에서 찾기',
    read_documents: '문서 훑어보기',
    agent: '비서 관리하기',
    workspace: '워크스페이스 관리하기',
    profile: '함께 쓰는 사람 관리하기',
    delegate_task: '다른 비서에게 맡기기',
    reminders: '알림',
    schedule: '예약',
    timer: '타이머',
    telegram_send_file: '텔레그램으로 파일 보내기',
    telegram_send_message: '텔레그램 메시지 보내기',
    list_events: '일정 보기',
    change_event: '일정 바꾸기',
    mail: '메일 보기',
    draft_mail: '메일 초안 쓰기',
    send_mail: '메일 보내기',
    mark_mail: '메일에 표시하기',
    save_attachment: '첨부 파일 저장하기',
    mcp: 'MCP 서버 관리하기',
    shell: '명령 실행하기',
    python_repl: '파이썬 실행하기',
    git: 'git 저장소 보기',
    git_commit: 'git에 커밋하기',
    load_tools: '다른 도구 준비하기',
  },
  en: {
    calculator: 'Calculate',
    datetime: 'Look at the calendar',
    get_weather: 'Look at the weather',
    search_wikipedia: 'Search Wikipedia',
    web_search: 'Search the web',
    fetch_url: 'Read a web page',
    read_file: 'Read a file',
    list_files: 'Look into a folder',
    search_files: 'Search files',
    write_file: 'Write a file',
    edit_file: 'Edit a file',
    move_file: 'Move a file',
    delete_file: 'Delete a file',
    print_image: 'Show a picture',
    generate_image: 'Make a picture',
    open_url: 'Open in the browser',
    clipboard: 'Use the clipboard',
    settings: 'See or change settings',
    save_memory: 'Remember',
    search_memory: 'Search memory',
    update_memory: 'Change a memory',
    search_conversations: 'Search conversations',
    skill: 'Read a skill',
    search_documents: 'Search documents',
    read_documents: 'Read documents',
    agent: 'Look after agents',
    workspace: 'Look after workspaces',
    profile: 'Look after the people here',
    delegate_task: 'Hand over',
    reminders: 'Reminder',
    schedule: 'Schedule',
    timer: 'Timer',
    telegram_send_file: 'Send a file by Telegram',
    telegram_send_message: 'Send by Telegram',
    list_events: 'Look at the calendars',
    change_event: 'Change the calendar',
    mail: 'Look at mail',
    draft_mail: 'Write a draft',
    send_mail: 'Send mail',
    mark_mail: 'Mark mail',
    save_attachment: 'Save an attachment',
    mcp: 'Look after MCP servers',
    shell: 'Run a command',
    python_repl: 'Run Python',
    git: 'Look at the git repository',
    git_commit: 'Commit to git',
    load_tools: 'Get more tools ready',
  },
} satisfies Record<Language, Record<string, string>>

/**
 * Calls whose line is a sentence about what they are done to; the others are the title, and behind it what it is
 * about.
 */
const lines: Record<Language, Record<string, (subject: string) => string>> = {
  ko: {
    write_file: (path) => `${path}에 쓰기`,
    edit_file: (path) => `${path} 고치기`,
    move_file: (path) => `${path} 옮기기`,
    delete_file: (path) => `${path} 지우기`,
    read_file: (path) => `${path} 읽기`,
    list_files: (path) => `${path === '.' ? '이 폴더' : path} 목록 보기`,
    shell: (command) => `$ ${command}`,
    fetch_url: (url) => `${url} 읽기`,
    datetime: () => '날짜 확인하기',
  },
  en: {
    write_file: (path) => `Write ${path}`,
    edit_file: (path) => `Edit ${path}`,
    move_file: (path) => `Move ${path}`,
    delete_file: (path) => `Delete ${path}`,
    read_file: (path) => `Read ${path}`,
    list_files: (path) => `List ${path === '.' ? 'this folder' : path}`,
    shell: (command) => `$ ${command}`,
    fetch_url: (url) => `Read ${url}`,
    datetime: () => 'Look at the calendar',
  },
}

/** Arguments that say what a call is about: the first of them that is there. */
const subjects =
  'path from command url query pattern expression message code text fact content title prompt city task name key date'.split(
    ' ',
  )

type Arguments = Readonly<Record<string, unknown>>

/**
 * What a call is about, as it was given; undefined where no argument says it in words: how two notes are settled
 * (keep, new) names none.
 */
export function subjectOf(args: Arguments): string | undefined {
  if (args.action === 'settle') return undefined
  return subjects.map((key) => args[key]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined
}

/**
 * What a tool does, in a person's words; of an MCP server's tool the server and what the tool calls itself, in quotes
 * so that it is no sentence of ours, or else its own name; of a program's the name spaced.
 */
export function toolTitle(name: string, language: Language, title?: string): string {
  const known: Record<string, string> = titles[language]
  if (Object.hasOwn(known, name)) return known[name] as string
  const [, server, own] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? []
  const spaced = title === undefined ? (own ?? name).replaceAll('_', ' ').trim() : `‘${title}’`
  return server === undefined ? spaced : `${server} · ${spaced}`
}

/** A tool as an event or a card names it. */
interface NamedTool {
  name: string
  title?: string | undefined
}

/** What a call does, in one line of a person's words: never a tool's internal name, never JSON of our own making. */
export function toolLine({ name, title }: NamedTool, args: Arguments, language: Language): string {
  const subject = subjectOf(args)?.replace(/\s*\n\s*/g, ' ')
  if (subject === undefined) return toolTitle(name, language, title)
  const sentence = Object.hasOwn(lines[language], name) ? lines[language][name] : undefined
  return sentence?.(subject) ?? `${toolTitle(name, language, title)}: ${subject}`
}

/** A rule about calls (`write_file(~/work/**)`) in a person's words; the rule itself stays what settings spell. */
export function scopeWords(scope: string, { name: tool, title: own }: NamedTool, language: Language): string {
  const title = toolTitle(tool, language, own)
  return scope === tool || scope.startsWith(`${tool}(`) ? title + scope.slice(tool.length) : scope
}

/**
 * Arguments as rows of name and exact value; what lies within another is named by its way there (`to.0`), so that
 * nobody reads JSON.
 */
export function argumentRows(args: Arguments): [string, string][] {
  return Object.entries(args).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
    return argumentRows(value as Arguments).map(([inner, text]) => [`${name}.${inner}`, text])
  })
}
