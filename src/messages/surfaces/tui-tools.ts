import { josa } from '../../std/korean/grammar/particles.ts'

/** A tool call in words of the person: what it does (`did`), and the question whether it may (`about`). */
interface ToolWords {
  did: Record<string, (subject: string) => string>
  about: Record<string, (subject: string) => string>
}

const ko: ToolWords = {
  did: {
    write_file: (subject) => `${subject}에 쓰기`,
    edit_file: (subject) => `${subject} 고치기`,
    move_file: (subject) => `${subject} 옮기기`,
    delete_file: (subject) => `${subject} 지우기`,
    read_file: (subject) => `${subject} 읽기`,
    list_files: (subject) => `${subject === '.' ? '이 폴더' : subject} 목록 보기`,
    search_files: (subject) => `파일에서 찾기: ${subject}`,
    shell: (subject) => `$ ${subject}`,
    fetch_url: (subject) => `${subject} 읽기`,
    web_search: (subject) => `웹에서 찾기: ${subject}`,
    search_wikipedia: (subject) => `위키백과에서 찾기: ${subject}`,
    search_documents: (subject) => `문서에서 찾기: ${subject}`,
    search_conversations: (subject) => `지난 대화에서 찾기: ${subject}`,
    save_memory: (subject) => `기억하기: ${subject}`,
    search_memory: (subject) => `기억에서 찾기: ${subject}`,
    calculator: (subject) => `계산하기: ${subject}`,
    datetime: () => '날짜 확인하기',
    reminders: (subject) => `알림: ${subject}`,
    timer: (subject) => `타이머: ${subject}`,
    update_memory: (subject) => `기억 고치기: ${subject}`,
    weather: (subject) => `날씨 보기: ${subject}`,
    delegate_task: (subject) => `다른 비서에게 맡기기: ${subject}`,
  },
  about: {
    write_file: (path) => `${path}에 쓸까요?`,
    edit_file: (path) => `${josa(path, '을/를')} 고칠까요?`,
    move_file: (path) => `${josa(path, '을/를')} 옮길까요?`,
    delete_file: (path) => `${josa(path, '을/를')} 지울까요?`,
    shell: (command) => `이 명령을 실행할까요?  ${command}`,
    fetch_url: (url) => `이 주소를 읽어 올까요?  ${url}`,
    open_url: (url) => `이 주소를 브라우저에서 열까요?  ${url}`,
    git_commit: (message) => `이렇게 커밋할까요?  ${message}`,
    print_image: (path) => `${josa(path, '을/를')} 인쇄할까요?`,
  },
}

const en: ToolWords = {
  did: {
    write_file: (subject) => `Write ${subject}`,
    edit_file: (subject) => `Edit ${subject}`,
    move_file: (subject) => `Move ${subject}`,
    delete_file: (subject) => `Delete ${subject}`,
    read_file: (subject) => `Read ${subject}`,
    list_files: (subject) => `List ${subject === '.' ? 'this folder' : subject}`,
    search_files: (subject) => `Search files: ${subject}`,
    shell: (subject) => `$ ${subject}`,
    fetch_url: (subject) => `Read ${subject}`,
    web_search: (subject) => `Search the web: ${subject}`,
    search_wikipedia: (subject) => `Search Wikipedia: ${subject}`,
    search_documents: (subject) => `Search documents: ${subject}`,
    search_conversations: (subject) => `Search conversations: ${subject}`,
    save_memory: (subject) => `Remember: ${subject}`,
    search_memory: (subject) => `Search memory: ${subject}`,
    calculator: (subject) => `Calculate: ${subject}`,
    datetime: () => 'Look at the calendar',
    reminders: (subject) => `Reminder: ${subject}`,
    timer: (subject) => `Timer: ${subject}`,
    update_memory: (subject) => `Change a memory: ${subject}`,
    weather: (subject) => `Look at the weather: ${subject}`,
    delegate_task: (subject) => `Hand over: ${subject}`,
  },
  about: {
    write_file: (path) => `Write ${path}?`,
    edit_file: (path) => `Edit ${path}?`,
    move_file: (path) => `Move ${path}?`,
    delete_file: (path) => `Delete ${path}?`,
    shell: (command) => `Run this command?  ${command}`,
    fetch_url: (url) => `Read this address?  ${url}`,
    open_url: (url) => `Open this address in the browser?  ${url}`,
    git_commit: (message) => `Commit like this?  ${message}`,
    print_image: (path) => `Show ${path}?`,
  },
}

export const toolWords = { ko, en }

/** Arguments that say what a call is about, the first of them that is there. */
const subjects = 'path from command url query pattern expression text fact content title city task date action'.split(' ')

/** What a call does, in one line of a person's words; undefined for a tool that only has its name. */
export function toolLine(name: string, args: Readonly<Record<string, unknown>>, language: 'ko' | 'en'): string | undefined {
  const { did } = toolWords[language]
  const subject = subjects.map((key) => args[key]).find((value) => typeof value === 'string' && value !== '')
  return Object.hasOwn(did, name) && typeof subject === 'string' ? did[name]?.(subject) : undefined
}
