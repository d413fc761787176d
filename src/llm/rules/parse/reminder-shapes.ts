import { patternOf } from '../../../std/text/pattern.ts'

const wish = '(?:remind|ping|nudge|notify|alert) me(?: to| that| about| of)?|tell me to'
/** How English asks for a reminder; what is captured says of what and when. */
export const english = [
  new RegExp(`^(?:please )?(?:${wish}) (.+)$`, 'i'),
  /^(?:please )?(?:set|create|add|make) (?:a |an )?(?:reminder|alarm)(?: to| for| about)? ?(.*)$/i,
  new RegExp(`^(.*?),? ?(?:${wish}) (.+)$`, 'i'),
  /^(?:please )?(?:don't|do not) (?:let me )?forget (?:to|about|that) (.+)$/i,
  /^(?:please )?tell me ((?:in|at) .+ to .+)$/i,
  /^(?:please )?(wake me.*)$/i,
  /^(.{1,60}?),? (?:please )?(wake me(?: up)?)$/i,
  /^(.{1,60}?,? so),? (?:please )?((?:wake|remind) me .+)$/i,
  patternOf('i')`
  ^((?!(?:set|create|add|make|a|an|the|my|cancel|delete|show|what|which|
  no)\b)[a-z][a-z ]{1,30}?) reminder ((?:every|each|at|on|in|tomorrow|daily|hourly)\b.+)$
`,
  /^(?:alarm|wake[- ]?up call) ((?:at|for|on|in|tomorrow|every)\b.*)$/i,
]
/** "Package arrives at 4, remind me": only with a time. */
export const inFront = patternOf('i')`
    ^(.{2,80}?)(?:,|,? and|,? so| -)? (?:please )?(?:remind me|let me know|don't let me forget(?: it)?)
    (?: please| then)?$`
/** Said of any reminder, and part of none: "잊지 않게", "까먹지 말라고". */
export const lest =
  /,? ?(?:을|를)? ?(?:(?:잊|까먹|놓치|잊어버리)지 ?(?:않게|않도록|말라고|말고|마시라고)|안 ?(?:잊게|까먹게|잊도록|놓치게))$/
/** "30분 뒤에빨래": behind a length of time no word goes on. */
export const glued = /(?<=(?:\d|[가-힣])\s?(?:분|시간|초)\s?[뒤후]에)(?=(?!는|도|만)[가-힣]{2})/
/** What every time is counted from. */
export const fromNow = /(?<![가-힣])지금(?:으로)?부터 |(?<=\bin [\w ]{3,24}) from now\b(?! on)/i
