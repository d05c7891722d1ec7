import type { Update } from '@social/core'
import { assertObject, assertText, toRecord } from '@social/core/store'

import { bodyOf, type Envelopes } from './envelope.js'
import { jobId } from './job-id.js'
import type { Settings } from './options.js'
import type { AddedJob } from './publish-intake.js'

/**
 * Seconds for which a handled update stays in the queue. Networks may send an update again within
 * hours, and `seenUpdates` drops later copies. Our choice.
 */
const KEEP_UPDATE_SECONDS = 86_400

/** Adds the jobs that do not publish: pushed updates and the renewal sweep. */
export class Intake {
  readonly #settings: Settings
  readonly #envelopes: Envelopes

  constructor(settings: Settings, envelopes: Envelopes) {
    this.#settings = settings
    this.#envelopes = envelopes
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

  /** Adds the renewal sweep. Each queue has one sweep job, which schedules itself again. */
  async startSweep(): Promise<AddedJob> {
    const id = jobId('SWEEP')
    const payload = await this.#envelopes.wrap(id, { connectionId: null, idempotencyKey: null }, {})
    const { queue, keepSeconds } = this.#settings
    return { id, isNew: await queue.add({ id, kind: 'SWEEP', payload, dueAt: null, keepSeconds }) }
  }
}
