import { Marked } from 'marked'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Allowed beginnings of a stranger's link. */
const safeLink = /^(?:https?:|mailto:|#)/i

/**
 * A page of HTML out of Markdown of people and models: tags in it are shown, never meant, and nothing is loaded from
 * anywhere.
 */
export function htmlPage(title: string, markdown: string, language: string): string {
  const reader = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ href, text }) => escapeHtml(`${text} (${href})`),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        return safeLink.test(href.trim()) ? `<a href="${escapeHtml(href)}" rel="noreferrer">${text}</a>` : text
      },
    },
  })
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.6 system-ui, "Noto Sans KR", sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
pre { overflow: auto; padding: .75rem; border: 1px solid #8884; border-radius: .4rem }
table { border-collapse: collapse } td, th { border: 1px solid #8886; padding: .25rem .6rem }
blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid #8886 }
</style>
${reader.parse(markdown, { async: false })}
</html>
`
}
