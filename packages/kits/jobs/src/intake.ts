import type { Update } from '@social/core'
import { assertObject, assertText, toRecord } from '@social/core/store'

import { bodyOf, type Envelopes, type Subject } from './envelope.js'
import { jobId } from './job-id.js'
import type { Settings } from './options.js'
import type { AddedJob } from './publish-intake.js'

/**
 * Seconds for which a handled update stays in the queue. Networks repeat an update within hours; later copies are
 * dropped by `seenUpdates`. Our choice.
 */
const KEEP_UPDATE_SECONDS = 86_400

/** Adds all jobs that do not publish. */
export class Intake {
  readonly #settings: Settings
  readonly #envelopes: Envelopes

  constructor(settings: Settings, envelopes: Envelopes) {
    this.#settings = settings
    this.#envelopes = envelopes
  }

  /** Adds a job that polls the state of a post from a given time. */
  async checkState(
    { connectionId, idempotencyKey }: Subject & { readonly connectionId: string },
    postId: string,
    dueAt: Date | null,
  ): Promise<AddedJob> {
    const id = jobId('CHECK_STATE', connectionId, postId)
    const payload = await this.#envelopes.wrap(id, { connectionId, idempotencyKey }, { postId })
    const { queue, keepSeconds } = this.#settings
    return { id, isNew: await queue.add({ id, kind: 'CHECK_STATE', payload, dueAt, keepSeconds }) }
  }

  async deliver(update: Update): Promise<AddedJob> {
    assertObject(update, 'jobs.deliver', 'an update as it was pushed')
    const { connectionId } = update
    assertText(connectionId, 'jobs.deliver: connectionId')
    assertText(update.id, 'jobs.deliver: id')
    const id = jobId('DELIVER', update.platform, connectionId, update.id)
    const body = bodyOf({ update: toRecord(update) })
    const payload = await this.#envelopes.wrap(id, { connectionId, idempotencyKey: null }, body)
    const job = { id, kind: 'DELIVER', payload, dueAt: null, keepSeconds: KEEP_UPDATE_SECONDS }
    return { id, isNew: await this.#settings.queue.add(job) }
  }

  /** Each queue has one sweep job, which reschedules itself. */
  async startSweep(): Promise<AddedJob> {
    const id = jobId('SWEEP')
    const payload = await this.#envelopes.wrap(id, { connectionId: null, idempotencyKey: null }, {})
    const { queue, keepSeconds } = this.#settings
    return { id, isNew: await queue.add({ id, kind: 'SWEEP', payload, dueAt: null, keepSeconds }) }
  }
}
