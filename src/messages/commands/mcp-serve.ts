/** What the assistant says to programs that use it as an MCP server. */
const ko = {
  unknown: (name: string) => `그런 도구가 없어요: ${name}`,
  noPrompt: 'prompt에 물어볼 말을 넣어 주세요.',
}
const en: typeof ko = {
  unknown: (name) => `There is no tool ${name}`,
  noPrompt: 'Put the question into prompt.',
}
export const mcpServeMessages = { ko, en }
