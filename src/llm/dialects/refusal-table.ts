import type { FailureCode } from '../../protocol/index.ts'
import { patternOf } from '../../std/text/pattern.ts'

/** A sentence by which vendors refuse a request. */
export interface VendorSentence {
  code: FailureCode
  says: RegExp
  /** Vendors whose sentence it is. */
  of: string
}

const row = (code: FailureCode, says: RegExp, of: string): VendorSentence => ({ code, says, of })

/**
 * Vendors' sentences, the first that fits counts. They decide where a status says only that a request was bad, or
 * hides behind another one; the number rule of `refusals.ts` reads what stands in no row.
 */
export const refusalTable: readonly VendorSentence[] = [
  // Keys.
  row(
    'auth',
    patternOf('i')`
      api[ _-]?key (?:not valid|is invalid|expired|not found)|(?:in(?:correct|valid)|wrong|missing|
      no) (?:x-)?api[ _-]?key`,
    'Gemini, xAI, OpenAI, Azure',
  ),
  row(
    'auth',
    /no auth credentials|authentication fails|invalid authentication|unauthori[sz]ed|令牌|鉴权/i,
    'OpenRouter, DeepSeek, Moonshot, Z.AI',
  ),

  // Credit.
  row(
    'no-credit',
    patternOf('i')`
      (?:balance|quota|funds|credits?) (?:is |are )?(?:too low|not enough|insufficient|exhausted)|
      insufficient[ _-](?:\w+[ _-])?(?:balance|credits?|funds|quota)|
      (?:out of|no|not enough|more|used all available) (?:api )?credits`,
    'Anthropic, DeepSeek, OpenRouter, xAI, Moonshot, MiniMax',
  ),
  row(
    'no-credit',
    patternOf('i')`
      billing (?:hard limit|is not active|not enabled|details)|payment required|add (?:a )?payment method|
      spend(?:ing)? (?:limit|cap)|arrear|overdue|account is (?:suspended|in good standing)|余额不足|欠费|잔액`,
    'OpenAI, DashScope, Together, Z.AI',
  ),
  row(
    'no-credit',
    /exceeded your current (?:token )?quota|free (?:tier|quota|allocated quota).{0,40}(?:exhausted|exceeded|used up)/i,
    'OpenAI, Moonshot, DashScope',
  ),

  // A request above the budget of one minute, whatever is waited.
  row('overflow', /request too large for .{0,120}(?:per min|TPM)/is, 'Groq, OpenAI'),

  // Context.
  row(
    'overflow',
    patternOf('i')`
      prompt (?:is )?too long|input (?:is )?too long|(?:input|prompt|text|message|messages|conversation|payload|
      request body|request) (?:is |are )?too (?:long|large)(?! for .{0,80}per min)`,
    'Anthropic, Bedrock, CLOVA, GigaChat, GitHub Models, llama.cpp',
  ),
  row(
    'overflow',
    patternOf('i')`
      exceeds? (?:the |this |your |model'?s? |max(?:imum)? )*(?:available |allowed |supported )?(?:context|max length|
      prompt length|input length|token limit|model token limit)`,
    'llama.cpp, Ollama, Z.AI, Copilot, Moonshot, OpenAI Responses',
  ),
  row(
    'overflow',
    patternOf('i')`
      exceeded (?:the )?(?:model(?:'s)? )?(?:max(?:imum)? )?(?:context|token limit|input)|
      context[ _](?:window|length|size|limit)[ _]?(?:is )?exceed|ContextWindowExceeded`,
    'Moonshot, Ollama, MiniMax, LiteLLM, Cloudflare',
  ),
  row(
    'overflow',
    patternOf('i')`
      maximum (?:context|prompt|input|sequence) (?:length|tokens?)|max(?:imum)?_(?:seq|context|input|prompt|model)
      _?(?:len|length|tokens)|max sequence length`,
    'OpenAI, vLLM, OpenRouter, xAI, SambaNova, tabbyAPI, SiliconFlow',
  ),
  row(
    'overflow',
    patternOf('i')`
      (?:input|prompt)? ?token(?:s| count)?.{0,40}(?:exceeds?|exceeding|cannot exceed|no more than|greater than|
      larger than|longer than|over) .{0,40}(?:maximum|limit|allowed|context|\d{3,})`,
    'Gemini, Copilot, watsonx, Yandex',
  ),
  row(
    'overflow',
    patternOf('i')`
      longer than (?:the )?model'?s? context|context (?:the )?overflows|context length of only|
      tokens to keep from the initial prompt|context shift is disabled|
      increase the (?:physical )?(?:batch|context) size`,
    'SGLang, LM Studio, llama.cpp',
  ),
  row(
    'overflow',
    patternOf('i')`
      reduce the length of (?:the|your) (?:messages|prompt|input)|shorter or fewer inputs|
      (?:decrease|shorten) (?:the )?(?:input|prompt|messages)|too large for model with`,
    'Groq, OpenAI, Cohere, Mistral',
  ),
  row(
    'overflow',
    /range of input length should be|max(?:imum)? input (?:characters|length)|inputs? must have less than|`?inputs`? tokens \+ `?max_new_tokens`? must be|length of prompt_tokens/i,
    'DashScope, Baidu, TGI, Together, SiliconFlow',
  ),
  row(
    'overflow',
    patternOf('i')`
      current length is \d+ while limit is|exceeds? max_kv_size|(?:tokens?|context) limit exceed|token limit is \d+|
      model's context window`,
    'Cerebras, MLX, GigaChat, Poolside',
  ),

  // Models.
  row('bad-request', /no endpoints found that (?:support|can)/i, 'OpenRouter'),
  row(
    'model-missing',
    patternOf('i')`
      model[ _]not[ _](?:exist|found|supported|available)|unknown model|no such model|not a valid model|
      (?:invalid|unsupported) model(?! input| output)|model .{0,80}(?:does not exist|not found|
      is not (?:found|available|supported)|was not found|has been (?:deprecated|decommissioned|retired|removed)|
      is deprecated)|no endpoints found (?:for|matching)|not a supported model`,
    'DeepSeek, OpenRouter, Groq, Mistral, Bedrock, Z.AI',
  ),

  // Moderation.
  row(
    'refused',
    patternOf('i')`
      content[ _](?:filter|policy|management|exists risk)|content exists risk|data[ _]?inspection|
      inappropriate content|flagged (?:by|as|for)|moderation|considered high risk|usage polic(?:y|ies)|
      safety (?:system|filter|polic)|PROHIBITED_CONTENT|sensitive (?:content|words?)`,
    'Azure, DeepSeek, DashScope, OpenRouter, Moonshot, Gemini, Z.AI',
  ),

  // Servers that a second request does not mend.
  row(
    'server',
    patternOf('i')`
      model (?:has )?crashed|out of memory|CUDA error|cudaMalloc|llama runner|failed to load model|
      unable to (?:load|allocate)|model (?:requires|needs) more system memory`,
    'LM Studio, Ollama, vLLM',
  ),

  // Limits of a minute.
  row(
    'rate-limited',
    patternOf('i')`
      rate[ -]?limit|too many requests|throttl|(?:tokens|requests) per (?:min|day|hour|second)|\b[RT]P[MD]\b|
      concurren(?:t|cy)|try again in|retry (?:in|after) \d|temporarily rate`,
    'Groq, OpenAI, Bedrock, OpenRouter, Moonshot',
  ),
]

/** Sentences of lasting faults: the same request fails the same way. */
export const lastingFault =
  /out of memory|CUDA|cudaMalloc|crashed|llama runner|failed to load|unable to (?:load|allocate)|more system memory/i
