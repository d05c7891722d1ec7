import { finishWith } from '@social/core/internal'
import {
  type Clock,
  ConfigError,
  type Fate,
  type Finish,
  type HostedMedia,
  type HttpMethod,
  InvalidPostError,
  type Media,
  type MediaHost,
  type Progress,
  type PublishCall,
  type PublishRecorder,
  type PublishStep,
  type Receipt,
  type ReceiptStep,
  refuseUnknownNames,
  type Transport,
  assertObject,
} from '@social/core/platform'

import { aReceipt } from '../builders/content.js'
import { FakeClock } from '../time/fake-clock.js'
import type { RecordingTransport } from '../transport/recording-transport.js'
import { CALL_NAMES, type CallRecords, type CallSettings, makeCall } from './a-call.js'
import { type ClaimRecords, claimsOf } from './claims.js'

/** Settings of a publishing test call. All have defaults. */
export interface PublishCallSettings<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> extends CallSettings<T, C> {
  /** Default: `key-1`. */
  readonly idempotencyKey?: string | undefined
  /** Receipt of an earlier attempt. Default: null. */
  readonly receipt?: Receipt | null | undefined
  /**
   * Called with each step before the call saves the step, the visible request included. An error thrown here stops
   * the publishing.
   */
  readonly onCheckpoint?: ((step: RecordedStep) => void) | undefined
  /** Ids of posts that belong to other keys. Default: none. */
  readonly ownedByOthers?: readonly string[] | undefined
  /** Hosts files for networks that only fetch URLs. Default: files are refused. */
  readonly mediaHost?: MediaHost | null | undefined
}

const OWN_NAMES: Record<Exclude<keyof PublishCallSettings, keyof CallSettings>, true> = {
  idempotencyKey: true,
  receipt: true,
  onCheckpoint: true,
  ownedByOthers: true,
  mediaHost: true,
}

/** A saved step: every `checkpoint`, and `FINISH` for each attempt of a visible request. */
export interface RecordedStep extends Omit<ReceiptStep, 'step'> {
  readonly step: PublishStep
}

/** Records of a publishing call, in addition to those of every call. */
export interface PublishRecords extends ClaimRecords {
  /** Saved steps, in order. */
  readonly checkpoints: readonly RecordedStep[]
  /** Outcome of each attempt of a visible request, in order. */
  readonly fates: readonly Fate[]
  /** Violations of the rule for visible requests, as reported by the client's warnings, in order. */
  readonly mistakes: readonly string[]
  /** Reasons that the platform gave for each claim that nothing was published. */
  readonly proofs: readonly string[]
  /** Values passed to `progress`, in order. */
  readonly progressed: readonly Progress[]
}

/** A publishing call with records for a test. */
export type TestPublishCall<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> = PublishCall & CallRecords<T, C> & PublishRecords

/** A media host at `https://media.example/1`, `/2` and so on. It serves nothing. */
export function fakeMediaHost(): MediaHost & {
  readonly hosted: readonly Media[]
  readonly released: readonly string[]
} {
  const hosted: Media[] = []
  const released: string[] = []
  return {
    hosted,
    released,
    async publish(media: Media): Promise<HostedMedia> {
      hosted.push(media)
      return { url: `https://media.example/${hosted.length}`, handle: String(hosted.length) }
    },
    async release(handle: string): Promise<void> {
      released.push(handle)
    },
  }
}

/** Saves the steps of a publishing call like a journal: as plain JSON. */
class StepRecorder implements PublishRecorder {
  readonly checkpoints: RecordedStep[] = []
  readonly fates: Fate[] = []
  readonly mistakes: string[] = []
  receipt: Receipt | null
  #prepared: Receipt | null
  #isOpen: boolean
  /** True if a request that must not be repeated was sent, and no step was saved after that request. */
  #hasUnwritten = false
  readonly #platform: string
  readonly #clock: Clock
  readonly #onCheckpoint: ((step: RecordedStep) => void) | undefined

  constructor(
    receipt: Receipt | null,
    platform: string,
    clock: Clock,
    onCheckpoint: ((step: RecordedStep) => void) | undefined,
  ) {
    this.receipt = receipt
    this.#isOpen = receipt?.step === 'FINISH'
    this.#prepared = receipt?.step === 'FINISH' ? { ...receipt, step: 'WAIT' } : receipt
    this.#platform = platform
    this.#clock = clock
    this.#onCheckpoint = onCheckpoint
  }

  checkpoint(step: ReceiptStep): void {
    if (this.#isOpen)
      throw new ConfigError('A step was written down after the visible request, whose outcome is open.')
    this.#keep(step)
    this.#prepared = this.receipt
    this.#hasUnwritten = false
  }

  begin(finish: Finish): null {
    if (this.#hasUnwritten)
      this.mistakes.push(
        'It sent a request that must not be repeated blindly, and wrote nothing down before the visible one.',
      )
    this.#hasUnwritten = false
    // The fields are read one by one because a platform may compute a field on access.
    const { data, repeatableUntil } = finish
    this.#keep({ step: 'FINISH', data, ...(repeatableUntil !== undefined && { repeatableUntil }) })
    return null
  }

  end(fate: Fate): null {
    this.fates.push(fate)
    if (fate === 'DONE' || fate === 'OPEN') this.#isOpen = true
    if (!this.#isOpen) this.receipt = this.#prepared
    return null
  }

  noteWrite(method: HttpMethod): void {
    if (method === 'GET' || method === 'HEAD') return
    if (this.#isOpen) this.mistakes.push('It sent another write after the visible request.')
    // HTTP allows repeating PUT and DELETE (RFC 9110, section 9.2.2).
    else if (method === 'POST' || method === 'PATCH') this.#hasUnwritten = true
  }

  notPublished(): void {
    this.#isOpen = false
    this.receipt = this.#prepared
  }

  #keep(step: RecordedStep): void {
    this.#onCheckpoint?.(step)
    const kept = asKept(step)
    this.checkpoints.push(kept)
    this.receipt = aReceipt({
      platform: this.#platform,
      step: kept.step,
      data: kept.data,
      createdAt: this.#clock.now(),
      repeatableUntil: kept.repeatableUntil ?? null,
    })
  }
}

/**
 * A call for testing `publish` and other methods with a visible result. Steps are saved like in a journal: as plain JSON.
 *
 * @param settings - Changed settings.
 * @example
 * const first = aPublishCall({ onCheckpoint: ({ step }) => { if (step === 'FINISH') throw new Error('stopped') } })
 * await assert.rejects(platform.publish(aPost(), first))
 * await platform.publish(aPost(), aPublishCall({ receipt: first.receipt }))
 */
export function aPublishCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock>(
  settings: PublishCallSettings<T, C> = {},
): TestPublishCall<T, C> {
  refuseUnknownNames(settings, [...CALL_NAMES, ...Object.keys(OWN_NAMES)], 'aPublishCall')
  const { idempotencyKey = 'key-1', receipt = null, onCheckpoint, mediaHost = null } = settings
  // safe cast: without the setting, the type parameter is its default, the type of this value
  const clock = settings.clock ?? (new FakeClock({ autoAdvance: true }) as unknown as C)
  const platform = settings.platform?.name ?? settings.connection?.platform ?? 'fake'
  const recorder = new StepRecorder(receipt, platform, clock, onCheckpoint)
  const call = makeCall({ ...settings, clock }, recorder)
  const progressed: Progress[] = []
  const proofs: string[] = []
  const own: Omit<PublishCall, keyof typeof call> & PublishRecords = {
    idempotencyKey,
    get receipt() {
      return recorder.receipt
    },
    checkpoints: recorder.checkpoints,
    fates: recorder.fates,
    mistakes: recorder.mistakes,
    proofs,
    progressed,
    ...claimsOf(settings.ownedByOthers),
    async checkpoint(step) {
      call.signal.throwIfAborted()
      assertObject(step, 'call.checkpoint', '{ step, data }')
      assertObject(step.data, 'call.checkpoint: data', '{ containerId }')
      recorder.checkpoint(step)
    },
    finish: (finish, send) => finishWith(recorder, finish, send),
    async notPublished(why) {
      if (why !== null) proofs.push(why)
      recorder.notPublished()
    },
    progress: (progress) => void progressed.push(progress),
    canHostMedia: mediaHost !== null,
    async hostMedia(media) {
      if (mediaHost) return mediaHost.publish(media, { lifetimeSeconds: 21_600 })
      throw new InvalidPostError(
        `${call.connection.platform} fetches files from a public address itself. Pass Media.fromUrl(...), or give aPublishCall a mediaHost.`,
        { platform: call.connection.platform },
      )
    },
  }
  // The descriptors are copied so that a getter stays a getter.
  return Object.defineProperties(call, Object.getOwnPropertyDescriptors(own)) as typeof call & typeof own
}

/** Returns the step after a JSON round trip. Values that are not plain JSON are lost. */
function asKept(step: RecordedStep): RecordedStep {
  const { repeatableUntil } = step
  // Plain JSON is unchanged by a round trip.
  const kept = JSON.parse(JSON.stringify(step.data)) as ReceiptStep['data']
  return { step: step.step, data: kept, ...(repeatableUntil !== undefined && { repeatableUntil }) }
}
