import type { Clock, LoginMemory, LoginNotes } from '../../contract/index.js'
import { hideWhenPrinted } from '../../models/index.js'
import { answerWithin } from '../../storage/answer-within.js'
import type { RouteRequest } from '../request.js'
import { callHost } from '../routes-failure.js'
import { type BrowserBinding, type BrowserMatch, SIGN_IN_SECONDS } from './browser-binding.js'

/** Result of reading the notes of a sign-in. Notes that are found are removed from storage. */
export type FoundNotes =
  | { readonly found: true; readonly notes: LoginNotes }
  /** No notes for this browser. `browser` is an internal reason, and the visitor always gets the same message. */
  | { readonly found: false; readonly browser: BrowserMatch }

/** Fields that are hidden when a store logs its arguments, because they contain secrets such as the PKCE verifier. */
const SECRETS = ['remember', 'resumeToken', 'browser', 'applicationState'] as const

/** Maximum length of a state in characters. States that the library generates have 43. */
const MAX_STATE_LENGTH = 200

/**
 * Stores the notes of pending sign-ins. Notes are for single use, one network and one browser, and valid for ten
 * minutes.
 */
export class SignInNotes {
  readonly #memory: LoginMemory
  readonly #binding: BrowserBinding
  readonly #clock: Clock

  constructor(memory: LoginMemory, binding: BrowserBinding, clock: Clock) {
    this.#memory = memory
    this.#binding = binding
    this.#clock = clock
  }

  /** Stores notes under a state. */
  keep(state: string, notes: LoginNotes): Promise<void> {
    const lifetime = { lifetimeSeconds: SIGN_IN_SECONDS }
    return this.#call('keep', notes.platform, (memory) =>
      memory.keep(state, hideWhenPrinted({ ...notes }, SECRETS), lifetime),
    )
  }

  /**
   * Removes and returns the notes of a state. Notes of another network, browser or stage stay stored, so that a
   * person who knows only the state cannot end the sign-in.
   */
  async take(
    state: string | undefined,
    wanted: {
      readonly platform: string
      readonly stage: 'CALLBACK' | 'CHOICE'
      readonly request: RouteRequest
    },
  ): Promise<FoundNotes> {
    const other: FoundNotes = { found: false, browser: 'OTHER' }
    if (state === undefined || state.length > MAX_STATE_LENGTH) return other
    const { platform } = wanted
    const seen = await this.#call('lookUp', platform, (memory) => memory.lookUp(state))
    const stage = seen?.resumeToken ? 'CHOICE' : 'CALLBACK'
    if (!seen || seen.platform !== platform || stage !== wanted.stage) return other
    const browser = await this.#binding.match(state, seen.browser, wanted.request)
    if (browser !== 'SAME') return { found: false, browser }
    const notes = await this.#takeOut(state, platform)
    if (!notes) return other // another request read the same notes and took them first
    if (notes.resumeToken === seen.resumeToken && notes.browser === seen.browser)
      return { found: true, notes }
    await this.keep(state, notes) // the notes were replaced by those of the next stage, so they are stored again
    return other
  }

  async #takeOut(state: string, platform: string): Promise<LoginNotes | null> {
    if (this.#memory.take)
      return this.#call('take', platform, async (memory) => (await memory.take?.(state)) ?? null)
    const notes = await this.#call('lookUp', platform, (memory) => memory.lookUp(state))
    await this.#call('forget', platform, (memory) => memory.forget(state))
    return notes
  }

  /** Calls the memory with a time limit, because a person waits for the page. */
  #call<T>(
    method: keyof LoginMemory,
    platform: string,
    use: (memory: LoginMemory) => Promise<T>,
  ): Promise<T> {
    const what = `loginMemory.${method}`
    const limits = { clock: this.#clock, what, platform }
    return callHost('memory', platform, () => answerWithin(use(this.#memory), limits))
  }
}
