import type { Language } from '../language.ts'
import { questionOf, scopeWords, subjectOf, toolLine, toolTitle } from './tool-words.ts'

/** A tool call as a question shows it. */
interface ToolCallShown {
  tool: string
  title?: string
  args: Record<string, unknown>
  risk?: string
}

/** Characters; a longer subject is shown whole below the question. */
const longestSubject = 80

/** The question of an approval in words of the person. `show` makes what is hidden in foreign text visible. */
export function toolQuestion(
  language: Language,
  { tool, title, args, risk }: ToolCallShown,
  show: (text: string) => string,
): string {
  const subject = subjectOf(args)
  const line = show(subject ?? '').replaceAll('\n', ' ')
  const shown = line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line
  const asked = subject === undefined ? undefined : questionOf(tool, shown, risk, language)
  return asked ?? permissionQuestion[language](show(toolTitle(tool, language, title)))
}

/** The question about a tool that has none of its own. */
export const permissionQuestion: Record<Language, (title: string) => string> = {
  ko: (title) => `이 일을 해도 될까요?  ${title}`,
  en: (title) => `May I do this?  ${title}`,
}

/** A tool in words of the person: its title, a call in one line, the question whether it may, the reach of a yes. */
export const toolQuestionMessages = (language: Language) => ({
  title: (name: string, title?: string) => toolTitle(name, language, title),
  line: (tool: Parameters<typeof toolLine>[0], args: ToolCallShown['args']) => toolLine(tool, args, language),
  question: (ask: ToolCallShown, show: (text: string) => string) => toolQuestion(language, ask, show),
  scope: (scope: string, tool: Parameters<typeof toolLine>[0]) => scopeWords(scope, tool, language),
})
