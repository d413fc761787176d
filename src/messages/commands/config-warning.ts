/** The values that a setting takes. */
export type ExpectedValue =
  | { kind: 'one' | 'some'; values: string[] }
  | { kind: 'integer'; least: number; most: number }
  | { kind: 'boolean' | 'list' | 'hosts' | 'map' | 'url' | 'text' | 'zone' | 'date' | 'models' }

/** Something in the configuration that was passed over. Never carries a value: it might be a secret. */
export type ConfigWarning =
  /** `stops`: it decides where words go, so nothing is sent before it is mended. */
  | { code: 'unknown'; key: string; where: string; suggestion?: string; stops?: boolean }
  | { code: 'bad-value'; key: string; where: string; expected: ExpectedValue; stops?: boolean }
  /** A file that may have chosen another destination could not be read. */
  | { code: 'unsettled'; path: string }
  /** `olama:llama3`: a name that looks like a provider's and is none. */
  | { code: 'no-provider'; name: string; suggestion?: string }
  /** `deepseek-r1:8b`: what a model of Ollama is called, where Ollama is not asked. */
  | { code: 'ollama-name'; name: string }
  /** A model is asked for although the person chose `offline`. */
  | { code: 'offline-chosen'; name: string }
  /** `offline` is chosen, and a model stands beside it. */
  | { code: 'model-unused'; where: string }
  /** A model was chosen, and there is neither a key nor a local server to ask it. */
  | { code: 'no-server'; name: string }
  /** A setting names a variable for a key, and there is no such variable. */
  | { code: 'no-key'; key: string; variable: string }
  /** A provider whose address only the person knows. */
  | { code: 'no-address'; key: string }
  | { code: 'refused'; key: string; expected: ExpectedValue }
  | { code: 'damaged'; path: string; kept?: string }
  | { code: 'unreadable'; path: string; reason: string }
  /** A project's file whose content nobody has agreed to. */
  | { code: 'untrusted'; path: string }
  /** A project's file that was agreed to and has another content now. */
  | { code: 'changed'; path: string }
  /** The organisation's policy cannot be read. */
  | { code: 'policy'; path: string; detail: string }
  /** The organisation's policy does not allow a provider or an address. */
  | { code: 'not-allowed'; what: string; path: string }
  | { code: 'personal'; key: string; where: string }
  | { code: 'secret'; key: string; where: string; secrets: string }
