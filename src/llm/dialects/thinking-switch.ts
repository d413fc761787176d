import type { JsonObject, ThinkingSwitch } from '../../protocol/index.ts'
import type { Capabilities } from '../models/capability-types.ts'
import type { Thinking } from '../wires/wire-options.ts'

const isOn = (thinking: Thinking) => thinking !== 'auto' && thinking !== 'off'

/** The fields of each switch: the makers' own pages of chat completions, November 2026. */
const switches: Record<ThinkingSwitch, (thinking: Exclude<Thinking, 'auto'>, model: string) => JsonObject> = {
  effort: (thinking) => ({ reasoning_effort: isOn(thinking) ? thinking : 'none' }),
  reasoning: (thinking) => ({ reasoning: isOn(thinking) ? { effort: thinking } : { enabled: false } }),
  type: (thinking) => ({ thinking: { type: isOn(thinking) ? 'enabled' : 'disabled' } }),
  // Of the two ways to say so, docs.z.ai has the second, for the models of GLM 4.
  zai: (thinking, model) =>
    isOn(thinking)
      ? { enable_thinking: true }
      : { enable_thinking: false, ...(/^glm-4/.test(model) && { thinking: { type: 'disabled' } }) },
  qwen: (thinking) => ({ enable_thinking: isOn(thinking) }),
  // Qwen's templates read the first name, those of DeepSeek and Granite the second.
  template: (thinking) => ({ chat_template_kwargs: { enable_thinking: isOn(thinking), thinking: isOn(thinking) } }),
}

/** Return the fields that ask a model of chat completions to think less or more. */
export function thinkingFields(
  model: string,
  thinking: Thinking,
  can: Pick<Capabilities, 'thinking'>,
  by: ThinkingSwitch | 'none',
): JsonObject {
  if (can.thinking === 'off') return { reasoning_effort: 'none' }
  if (can.thinking === 'none' || by === 'none') return {}
  // Z.AI's models think unless they are told not to, which costs seconds before the first word.
  if (thinking === 'auto') return by === 'zai' ? switches.zai('off', model) : {}
  return switches[by](thinking, model)
}
