import { Routes } from '@social/core/routes'

import type { Pushing } from '../networks/network.js'
import type { Message } from '../networks/outbox.js'
import type { Finding, Attempt } from '../verdict/verdict.js'
import { callPort } from '../workers/chaos-ports.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'
import { HandledUpdates } from './handled-updates.js'
import type { Scene } from './scene.js'

/** Number of events at first (`FIRST`), and after those were handled (`LATER`). */
const FIRST = 3
const LATER = 2
/** Number of times that each message is delivered, independent of the first response. */
const COPIES = 2

/**
 * Number of calls before a wrong clock is corrected. Before that, the routes refuse signatures
 * that contain a time.
 */
const CALLS_WITH_WRONG_CLOCK = 2

/** Seconds without a response after which a network sends the message again. */
const PATIENCE_SECONDS = 20
/** Maximum seconds for a response. Longer than all handlers and stores need one after the other. */
const MAX_ANSWER_SECONDS = 1200

/**
 * Delivers the messages of a network to the mounted routes. The network sends each message twice,
 * and repeats it until it is accepted.
 */
export class PushScene implements Scene {
  readonly maxSeconds = 3600
  readonly canBeTakenOver = true
  readonly #world: World
  readonly #pushing: Pushing
  readonly #updates: HandledUpdates
  readonly #routes = new Map<Worker, Routes>()
  #calls = 0
  /** Workers that have not yet responded to a message. */
  readonly #answering: Worker[] = []
  /** Resolves when all events are in the outbox. */
  #happening: Promise<void> = Promise.resolve()

  constructor(world: World, pushing: Pushing) {
    this.#world = world
    this.#pushing = pushing
    this.#updates = new HandledUpdates(world)
  }

  async prepare(worker: Worker): Promise<void> {
    const { prepare } = this.#pushing
    if (prepare) await this.#world.complete(prepare(worker.account), worker)
    // Discards the messages that the preparation caused.
    this.#pushing.outbox.messages.length = 0
    this.#happen(FIRST)
  }

  async call(worker: Worker): Promise<null> {
    this.#calls += 1
    if (this.#calls > CALLS_WITH_WRONG_CLOCK && this.#pushing.sign) this.#world.clock.setRight()
    await this.#happening
    for (const message of this.#pushing.outbox.messages.filter(({ isTaken }) => !isTaken)) {
      let isTaken = false
      for (let copy = 0; copy < COPIES; copy += 1) isTaken = (await this.#send(message, worker)) || isTaken
      message.isTaken = isTaken
    }
    return null
  }

  made(): number {
    return 0
  }

  isOver({ end }: Attempt): boolean {
    const { messages } = this.#pushing.outbox
    if (end.kind !== 'RESULT' || messages.some(({ isTaken }) => !isTaken)) return false
    if (this.#updates.expected > FIRST) return true
    this.#happen(LATER)
    return false
  }

  async judge(attempts: readonly Attempt[]): Promise<readonly Finding[]> {
    await this.#world.pass(MAX_ANSWER_SECONDS)
    const findings = [...this.#updates.judge(attempts)]
    if (this.#answering.some(({ gate }) => !gate.isDead))
      findings.push({ failure: 'HANG', why: 'a request never got a response' })
    return findings
  }

  /** @returns True if the network gets a response that accepts the message. */
  async #send({ headers: sent, body }: Message, worker: Worker): Promise<boolean> {
    const headers = { ...sent, ...this.#pushing.sign?.(body) }
    const over = new AbortController()
    const isTaken = this.#answer({ headers, body }, worker).then(async (isGood) => {
      await callPort('answer', async () => {}, worker)
      return isGood
    })
    const isLate = worker.clock.sleep(PATIENCE_SECONDS, { signal: over.signal }).then(() => false)
    try {
      return await Promise.race([isTaken, isLate])
    } catch {
      return false
    } finally {
      over.abort()
      isLate.catch(() => {})
    }
  }

  /**
   * @returns True if the response accepts the message. For a thrown error, frameworks respond with
   * status 500.
   */
  async #answer(message: Pick<Message, 'headers' | 'body'>, worker: Worker): Promise<boolean> {
    const { platform } = this.#world.opened.connection
    const routes = this.#routes.get(worker) ?? this.#mount(worker)
    const path = `/webhooks/${platform}`
    this.#answering.push(worker)
    try {
      const { status } = await routes.answer({ method: 'POST', path, query: '', native: null, ...message })
      return status < 300
    } catch {
      return false
    } finally {
      this.#answering.splice(this.#answering.indexOf(worker), 1)
    }
  }

  #happen(count: number): void {
    this.#updates.expect(count)
    this.#happening = Promise.resolve(this.#pushing.happen(count))
  }

  #mount(worker: Worker): Routes {
    const { platform, id } = this.#world.opened.connection
    const { secret } = this.#pushing
    const { deliver } = this.#updates.dispatcherOf(worker)
    const routes = new Routes(worker.client, {
      redirectUri: 'https://app.example/social/callback/{platform}',
      secrets: { [platform]: typeof secret === 'string' ? secret : secret(worker) },
      deliver: (update) => deliver(update),
      resolveConnection: () => id,
    })
    this.#routes.set(worker, routes)
    return routes
  }
}
