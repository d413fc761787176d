import { type SetupMessages, setupMessages } from '../../messages/commands/setup.ts'
import type { Language } from '../../messages/language.ts'
import { accountCommandMessages } from '../../messages/tools/account-commands.ts'
import { type Failure, type ProviderKind, providerKinds, providers } from '../../protocol/index.ts'
import { byteSize } from '../../std/text/byte-size.ts'
import { labelOf, minutesToFetch, modelsThatFit, orderModels } from './setup-choices.ts'
import { addressOf, type SetupPlan, type SetupWork } from './setup-work.ts'

/** A question with a few choices, or a line to be typed; `hidden`: shown as dots. */
export interface SetupQuestion {
  title: string
  message: string
  choices?: readonly { value: string; label: string }[]
  /** The text in the field at first. */
  initial?: string
  hidden?: boolean
}

/** The person who is asked and told. */
export interface SetupPerson {
  ask(question: SetupQuestion): Promise<{ answer: string } | 'back' | 'leave'>
  tell(sentence: string): void
  /** Show a sentence until the next one; without a sentence, remove it. */
  progress(sentence?: string): void
}

type Step = 'language' | 'provider' | 'address' | 'key' | 'test' | 'pull' | 'machine' | 'model' | 'save'

/** Answers so far: they stay when somebody goes back. */
interface Answers {
  language: Language
  provider: ProviderKind | 'offline'
  address: Partial<Record<ProviderKind, string>>
  key: Partial<Record<ProviderKind, string>>
  model: Partial<Record<ProviderKind, string>>
  /** The reason why the last test failed; stands above the next question. */
  problem: string
  models: readonly string[]
}

/**
 * Leads from nothing to a model that answers, step by step and back. True when it was saved. Rejects with the reason
 * of the signal.
 */
export class SetupWizard {
  readonly #work: SetupWork
  readonly #person: SetupPerson
  readonly #answers: Answers
  #hasLeft = false

  constructor(work: SetupWork, person: SetupPerson) {
    this.#work = work
    this.#person = person
    this.#answers = {
      language: work.language,
      provider: 'offline',
      address: {},
      key: {},
      model: {},
      problem: '',
      models: [],
    }
  }

  get #say(): SetupMessages {
    return setupMessages[this.#answers.language]
  }

  async run(): Promise<boolean> {
    const way: Step[] = ['language']
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = await this.#do(step)
      if (next === 'done') return true
      if (this.#hasLeft) break
      if (next === 'back') {
        way.pop()
        while (isSilent(way.at(-1))) way.pop()
      } else if (way.includes(next)) way.splice(way.indexOf(next) + 1)
      else way.push(next)
    }
    this.#person.tell(this.#say.left)
    return false
  }

  async #do(step: Step): Promise<Step | 'back' | 'done'> {
    switch (step) {
      case 'language':
        return this.#language()
      case 'provider':
        return this.#provider()
      case 'address':
        return this.#address()
      case 'key':
        return this.#key()
      case 'test':
        return this.#test()
      case 'pull':
        return this.#pull()
      case 'machine':
        return this.#machine()
      case 'model':
        return this.#model()
      case 'save':
        await this.#work.save(this.#plan)
        this.#person.tell(this.#say.done(this.#say.kinds[this.#answers.provider]))
        await this.#more()
        return 'done'
      default:
        return step satisfies never
    }
  }

  async #ask(question: Omit<SetupQuestion, 'message'> & { message?: string }): Promise<string | undefined> {
    const { problem } = this.#answers
    this.#answers.problem = ''
    const said = await this.#person.ask({
      ...question,
      message: [problem, question.message ?? ''].filter(Boolean).join('\n'),
    })
    this.#hasLeft ||= said === 'leave'
    return typeof said === 'string' ? undefined : said.answer
  }

  get #kind(): ProviderKind {
    const { provider } = this.#answers
    if (provider === 'offline') throw new Error('The rule engine has no address')
    return provider
  }

  get #plan(): SetupPlan {
    const { provider, address, key, model, language } = this.#answers
    if (provider === 'offline') return { provider, language }
    return {
      provider,
      language,
      baseUrl: address[provider] ?? this.#work.addressNow(provider),
      ...(key[provider] ? { key: key[provider] } : {}),
      ...(model[provider] ? { model: model[provider] } : {}),
    }
  }

  async #language(): Promise<Step | 'back'> {
    const choices = [
      { value: 'ko', label: '한국어' },
      { value: 'en', label: 'English' },
    ]
    const chosen = await this.#ask({ title: '언어 · Language', choices, initial: this.#answers.language })
    if (chosen === undefined) return 'back'
    this.#answers.language = chosen === 'en' ? 'en' : 'ko'
    return 'provider'
  }

  async #provider(): Promise<Step | 'back'> {
    const { kinds, found } = this.#say
    const ollama = await this.#work.ollama()
    const known = this.#work.keyed()
    const order = [...(ollama ? ['ollama' as const] : []), 'local' as const, ...providerKinds, 'offline' as const]
    const choices = [...new Set(order)].map((value) => {
      const note =
        value === 'ollama' && ollama ? found : value !== 'offline' && known.includes(value) ? this.#say.keyThere : ''
      return { value, label: note === '' ? kinds[value] : `${kinds[value]} · ${note}` }
    })
    const before =
      this.#answers.provider === 'offline' ? (ollama ? 'ollama' : (known[0] ?? 'local')) : this.#answers.provider
    const chosen = await this.#ask({ title: this.#say.choose, choices, initial: before })
    if (chosen === undefined) return 'back'
    this.#answers.provider = chosen as Answers['provider']
    if (chosen === 'offline') return 'save'
    if (chosen === 'local') return 'machine'
    if (chosen === 'ollama') return ollama ? 'test' : 'address'
    return chosen === 'compatible' || chosen === 'azure' ? 'address' : 'key'
  }

  async #address(): Promise<Step | 'back'> {
    const kind = this.#kind
    const initial = this.#answers.address[kind] ?? this.#work.addressNow(kind)
    const typed = await this.#ask({
      title: this.#say.address,
      message: this.#say.addressHint[kind === 'azure' ? 'azure' : 'local'],
      initial,
    })
    if (typed === undefined) return 'back'
    const address = addressOf(typed)
    if (address === undefined) {
      this.#answers.problem = this.#say.noAddress
      return 'address'
    }
    this.#answers.address[kind] = address
    return kind === 'ollama' ? 'test' : 'key'
  }

  async #key(): Promise<Step | 'back'> {
    const kind = this.#kind
    const { keyEnv = '', needsKey } = providers[kind]
    const has = this.#work.hasKey(kind)
    const where = this.#say.keyAt(providers[kind].keyPage ?? '')
    const message = [has ? this.#say.keyKept : needsKey ? '' : this.#say.keyOptional, where].filter(Boolean).join('\n')
    const typed = await this.#ask({
      title: this.#say.key(keyEnv),
      message,
      initial: this.#answers.key[kind] ?? '',
      hidden: true,
    })
    if (typed === undefined) return 'back'
    this.#answers.key[kind] = typed.trim()
    if (typed.trim() !== '' || has || !needsKey) return 'test'
    this.#answers.problem = this.#say.keyNeeded
    return 'key'
  }

  /** A failed test leads back to the answer that was wrong. */
  async #test(): Promise<Step | 'back'> {
    const kind = this.#kind
    this.#person.tell(this.#say.testing)
    const result = await this.#work.test(this.#plan)
    if ('failure' in result) {
      this.#answers.problem = this.#problem(result.failure)
      if (result.failure.code === 'auth') return 'key'
      return this.#answers.address[kind] !== undefined || !providers[kind].needsKey ? 'address' : 'provider'
    }
    if (result.baseUrl !== this.#plan.baseUrl) this.#answers.address[kind] = result.baseUrl
    this.#answers.models = result.models
    this.#person.tell(this.#say.works)
    return kind === 'ollama' && result.models.length === 0 ? 'pull' : 'model'
  }

  #problem(failure: Failure): string {
    const page = this.#answers.provider === 'offline' ? undefined : providers[this.#answers.provider].keyPage
    const told = this.#work.sentence(failure, this.#answers.language)
    return failure.code === 'auth' ? [this.#say.wrongKey, this.#say.keyAt(page ?? '')].filter(Boolean).join(' ') : told
  }

  /** Models for a machine without any: as large as its memory carries. */
  async #pull(): Promise<Step | 'back'> {
    const choices = [
      ...modelsThatFit(this.#work.memory).map(({ name, gb }) => ({ value: name, label: `${name} · ${gb} GB` })),
      { value: otherModel, label: this.#say.otherModel },
    ]
    const chosen = await this.#ask({ title: this.#say.pull, message: this.#say.pullHint, choices })
    if (chosen === undefined) return 'back'
    const name = chosen === otherModel ? await this.#ask({ title: this.#say.otherModel }) : chosen
    if (!name) return 'pull'
    const failure = await this.#work.pull(this.#plan.baseUrl ?? '', name, (percent) =>
      this.#person.progress(this.#say.pulling(name, percent)),
    )
    this.#person.progress()
    if (failure) {
      this.#answers.problem = this.#work.sentence(failure, this.#answers.language)
      return 'pull'
    }
    this.#person.tell(this.#say.pulling(name, 100))
    this.#answers.models = [name]
    return 'model'
  }

  /** Models that this machine can run: those that are here, then those that fit, fetched with the engine. */
  async #machine(): Promise<Step | 'back'> {
    const say = this.#say
    const models = await this.#work.machineModels()
    const labelOfMachine = ({ name, size, licence, isHere, korean }: (typeof models)[number]) =>
      isHere
        ? `${name} · ${say.isHere}`
        : [say.localChoice(name, byteSize(size), minutesToFetch(size), licence), korean ? say.korean(korean) : '']
            .filter(Boolean)
            .join(' · ')
    const choices = models.map((model) => ({ value: model.name, label: labelOfMachine(model) }))
    const chosen = await this.#ask({ title: say.model, message: say.localHint, choices })
    if (chosen === undefined) return 'back'
    const terms = models.find(({ name }) => name === chosen)?.terms
    if (
      terms !== undefined &&
      (await this.#ask({ ...say.terms, message: terms, choices: [{ value: 'yes', label: say.agree }] })) === undefined
    )
      return 'machine'
    const failure = await this.#work.pullForMachine(chosen, (percent) =>
      this.#person.progress(percent === undefined ? say.trying : say.pulling(chosen, percent)),
    )
    this.#person.progress()
    if (failure) {
      this.#answers.problem = this.#work.sentence(failure, this.#answers.language)
      return 'machine'
    }
    this.#answers.model.local = chosen
    return 'save'
  }

  async #model(): Promise<Step | 'back'> {
    const kind = this.#kind
    const usual = this.#answers.model[kind] ?? this.#work.modelNow(kind)
    const names = orderModels(kind, this.#answers.models, usual)
    const other = { value: otherModel, label: this.#say.otherModel }
    const choices = [...names.map((value) => ({ value, label: labelOf(kind, value, this.#say) })), other]
    const chosen =
      names.length === 0 ? otherModel : await this.#ask({ title: this.#say.model, choices, initial: names[0] ?? '' })
    if (chosen === undefined) return 'back'
    const name = chosen === otherModel ? await this.#ask({ title: this.#say.otherModel, initial: usual ?? '' }) : chosen
    if (name === undefined) return names.length === 0 ? 'back' : 'model'
    if (name.trim() === '') return 'model'
    this.#answers.model[kind] = name.trim()
    return 'save'
  }

  /** Offer the other things to set up, now or another day. */
  async #more(): Promise<void> {
    const say = this.#say
    const accounts = accountCommandMessages[this.#answers.language].more
    const labels = { later: say.more.later, ...accounts, telegram: say.more.telegram, voice: say.more.voice }
    const choices = Object.entries(labels).map(([value, label]) => ({ value, label }))
    const chosen = await this.#ask({ title: say.moreTitle, choices })
    if (chosen === 'calendar' || chosen === 'mail') {
      const told = await this.#work.connect(chosen, this.#answers.language, (question) => this.#ask(question))
      if (told) this.#person.tell(told)
      return this.#hasLeft ? undefined : this.#more()
    }
    if (chosen === 'voice') this.#person.tell(say.voiceNext)
    if (chosen !== 'telegram') return
    const token = await this.#ask({ title: 'TELEGRAM_BOT_TOKEN', message: say.telegramHint, hidden: true })
    if (!token?.trim()) return
    const found = await this.#work.telegram(token.trim())
    if (!('fault' in found)) this.#person.tell(say.telegramLink(found))
    else this.#person.tell(found.fault === 'token' ? say.telegramRefused : say.telegramNext)
  }
}

/** Stands for a model that is none of the list. */
const otherModel = '*'

/** A step that asks nothing: nobody goes back to it. */
const isSilent = (step: Step | undefined): boolean => step === 'test' || step === 'save'
