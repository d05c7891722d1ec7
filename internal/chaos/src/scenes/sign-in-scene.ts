import { Routes } from '@social/core/routes'

import { PortFailure } from '../faults/injected-errors.js'
import { CALLBACK, callbackOf, type SigningIn } from '../networks/network.js'
import { describeEnd, type Finding, hasInCauses, type Attempt } from '../verdict/verdict.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'
import { Browser, type PageAnswer, type PageVisit } from './browser.js'
import type { Scene } from './scene.js'

/** Seconds after which an unfinished sign-in has expired. */
const SIGN_IN_EXPIRY_SECONDS = 700
/**
 * Maximum number of pages that the person opens. A sign-in that needs more pages makes no
 * progress.
 */
const MAX_STEPS = 6
/** HTTP statuses of pages that ask the person to try again later. */
const RETRY_STATUSES: ReadonlySet<number> = new Set([429, 503])

/** Error for a page that refuses the sign-in. Contains the message of the page. */
class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number

  constructor({ status, body }: PageAnswer) {
    super(typeof body['error'] === 'string' ? body['error'] : '')
    this.status = status
  }
}

/**
 * Signs a person in through the mounted pages: connect, the network's page, callback, and account
 * selection. After an outage the person opens the same page again. After a refusal the person
 * starts from the beginning.
 */
export class SignInScene implements Scene {
  readonly maxSeconds = 900
  readonly canBeTakenOver = true
  readonly #world: World
  readonly #signingIn: SigningIn
  readonly #browser = new Browser()
  readonly #routes = new Map<Worker, Routes>()
  /** Page that the person opens again. Null if the person starts from the beginning. */
  #open: PageVisit | null = null
  /** Errors of attempts that continued an earlier sign-in. The earlier sign-in may have expired. */
  readonly #continued = new WeakSet<Error>()

  constructor(world: World, signingIn: SigningIn) {
    this.#world = world
    this.#signingIn = signingIn
  }

  /** Removes the connection of an earlier sign-in. */
  async prepare(): Promise<void> {
    const { opened, stores } = this.#world
    await stores.storage.deleteConnection(opened.connection.id)
    const { app } = this.#signingIn
    if (app) await stores.storage.saveApp(app)
  }

  async call(worker: Worker): Promise<string> {
    const continued = this.#open !== null
    try {
      return await this.#takeSteps(worker)
    } catch (error) {
      if (continued && error instanceof Error) this.#continued.add(error)
      throw error
    }
  }

  async #takeSteps(worker: Worker): Promise<string> {
    const { createsApp } = this.#signingIn
    if (createsApp && this.#open === null)
      await worker.client.createApp(this.#platform, {
        name: 'Chaos',
        redirectUri: callbackOf(this.#platform),
        ...createsApp,
      })
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const visit = this.#open ?? this.#first
      const answer = await this.#visit(visit, worker)
      const { body, location, status } = answer
      if (body['step'] === 'connected') {
        this.#open = null
        return String(body['connection_id'])
      }
      const next = location === null ? this.#fillIn(body) : await this.#approve(location)
      // After a server error or a request to try again later, the person keeps the page open.
      const isOutage = status >= 500 || RETRY_STATUSES.has(status)
      this.#open = next ?? (isOutage && visit.method + visit.path !== `GET${this.#first.path}` ? visit : null)
      if (next === null) throw new Refused(answer)
    }
    throw new Error('The sign-in did not end.')
  }

  made(): number {
    return 0
  }

  isOver({ end }: Attempt): boolean {
    return end.kind === 'RESULT'
  }

  async judge(attempts: readonly Attempt[], worker: Worker): Promise<readonly Finding[]> {
    const findings = attempts.flatMap((one, at): Finding[] => {
      if (one.end.kind === 'HANGS') return [{ failure: 'HANG', why: `attempt ${at + 1}: it never ended` }]
      const why = this.#misreport(one)
      return why === null ? [] : [{ failure: 'MISREPORT', why: `attempt ${at + 1}: ${why}` }]
    })
    const reported = attempts.flatMap(({ end }) => (end.kind === 'RESULT' ? [end.id ?? ''] : []))
    if (reported.length === 0)
      findings.push({
        failure: 'LOSS',
        why: `no sign-in was completed: ${describeEnd(attempts.at(-1)?.end)}`,
      })
    for (const id of new Set(reported)) findings.push(...(await this.#isSignedIn(id, worker)))
    await this.#world.pass(SIGN_IN_EXPIRY_SECONDS)
    if ((await this.#world.ledger.openSignIns(this.#world.stores.loginMemory)) > 0)
      findings.push({ failure: 'STUCK', why: 'an unfinished sign-in is never deleted' })
    const { secrets } = this.#world.ledger
    if (this.#browser.seen.some((text) => [...secrets].some((secret) => text.includes(secret))))
      findings.push({ failure: 'MISREPORT', why: 'a browser received a secret' })
    return findings
  }

  /** Checks that the account is stored and that its token works. */
  async #isSignedIn(id: string, worker: Worker): Promise<readonly Finding[]> {
    if ((await this.#world.stores.storage.getConnection(id)) === null)
      return [{ failure: 'LOSS', why: `${id} was reported as connected, but is not stored` }]
    try {
      await this.#world.complete(this.#signingIn.use(worker.client.account(id)), worker)
      return []
    } catch (error) {
      return [{ failure: 'LOSS', why: `the account does not work: ${describeEnd({ kind: 'ERROR', error })}` }]
    }
  }

  /**
   * Returns the reason if the page is empty, or if no fault explains the error. Otherwise returns
   * null.
   */
  #misreport({ end, fired, metOutage }: Attempt): string | null {
    if (end.kind !== 'ERROR') return null
    const { error } = end
    if (hasInCauses(error, PortFailure)) return null
    if (error instanceof Refused && error.message === '') return `the page is empty (${error.status})`
    if (
      fired.length > 0 ||
      metOutage ||
      (error instanceof Error && this.#continued.has(error)) ||
      (error instanceof Refused && RETRY_STATUSES.has(error.status))
    )
      return null
    return `an error without a fault: ${describeEnd(end)}`
  }

  get #platform(): string {
    return this.#world.opened.connection.platform
  }

  get #first(): PageVisit {
    return { method: 'GET', path: `/connect/${this.#platform}`, values: this.#signingIn.start ?? {} }
  }

  async #visit(visit: PageVisit, worker: Worker): Promise<PageAnswer> {
    const routes = this.#routes.get(worker) ?? this.#mount(worker)
    const reply = await routes.answer(this.#browser.request(visit))
    return this.#browser.read(reply)
  }

  /**
   * Performs the actions of the person on the network's page. @returns The page that the network
   * redirects to.
   */
  async #approve(location: string): Promise<PageVisit> {
    const back = new URL(await this.#signingIn.approve(location))
    return {
      method: 'GET',
      path: `/callback/${this.#platform}`,
      values: Object.fromEntries(back.searchParams),
    }
  }

  /** Returns the form with the person's entries, or null if the page has no form. */
  #fillIn(body: Readonly<Record<string, unknown>>): PageVisit | null {
    const state = String(body['state'])
    if (body['step'] === 'ask_for_details') {
      const { details = {} } = this.#signingIn
      return { method: 'POST', path: `/callback/${this.#platform}`, values: { ...details, state } }
    }
    if (body['step'] !== 'choose_account') return null
    const [first] = body['options'] as readonly { readonly id: string }[] // safe cast: the routes return the options in this form
    const values = { state, account_id: first?.id ?? '' }
    return { method: 'POST', path: `/choose/${this.#platform}`, values }
  }

  #mount(worker: Worker): Routes {
    const routes = new Routes(worker.client, { redirectUri: CALLBACK })
    this.#routes.set(worker, routes)
    return routes
  }
}
