import type { LoginMemory, LoginNotes } from '../contract/index.js'
import { hideWhenPrinted } from '../models/index.js'
import { type BrowserBinding, type BrowserMatch, SIGN_IN_SECONDS } from './browser-binding.js'
import { callHost } from './failure.js'
import type { RouteRequest } from './request.js'

/** What looking for a sign-in gave. Its notes are out of the memory once it was found. */
export type FoundNotes =
  | { readonly found: true; readonly notes: LoginNotes }
  /** Why not, for us alone: a visitor is told the same whatever it was. */
  | { readonly found: false; readonly browser: BrowserMatch }

/** What a store that logs its arguments must not show: the secret half of PKCE, and what proves the browser. */
const SECRETS = ['remember', 'resumeToken', 'browser', 'applicationState'] as const

/** The longest state that is looked up; ours have 43 letters. */
const LONGEST_STATE = 200

/** Notes of half-finished sign-ins: single use, ten minutes, of one network and one browser. */
export class SignInNotes {
  readonly #memory: LoginMemory
  readonly #binding: BrowserBinding

  constructor(memory: LoginMemory, binding: BrowserBinding) {
    this.#memory = memory
    this.#binding = binding
  }

  /** Files notes under a state. */
  keep(state: string, notes: LoginNotes): Promise<void> {
    return callHost('memory', notes.platform, () =>
      this.#memory.keep(state, hideWhenPrinted({ ...notes }, SECRETS), {
        lifetimeSeconds: SIGN_IN_SECONDS,
      }),
    )
  }

  /**
   * Takes the notes of a state out of the memory. Those of another network, another browser or another stage stay:
   * whoever only knows the state must not be able to spoil the sign-in.
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
    if (state === undefined || state.length > LONGEST_STATE) return other
    const { platform } = wanted
    const seen = await callHost('memory', platform, () => this.#memory.lookUp(state))
    const stage = seen?.resumeToken ? 'CHOICE' : 'CALLBACK'
    if (!seen || seen.platform !== platform || stage !== wanted.stage) return other
    const browser = await this.#binding.match(state, seen.browser, wanted.request)
    if (browser !== 'SAME') return { found: false, browser }
    const notes = await callHost('memory', platform, () => this.#takeOut(state))
    if (!notes) return other // Two requests looked at the same notes; the other one has them.
    if (notes.resumeToken === seen.resumeToken && notes.browser === seen.browser)
      return { found: true, notes }
    await this.keep(state, notes) // The other one was done in between: these are the notes of its next stage.
    return other
  }

  async #takeOut(state: string): Promise<LoginNotes | null> {
    if (this.#memory.take) return this.#memory.take(state)
    const notes = await this.#memory.lookUp(state)
    await this.#memory.forget(state)
    return notes
  }
}
