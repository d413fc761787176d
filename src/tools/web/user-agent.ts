/** How the program calls itself on the web; Wikimedia refuses nameless callers. */
export const userAgent = 'assistant (a personal assistant for the terminal)'
