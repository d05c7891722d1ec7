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

/** Settings of a publishing test call. Everything has a default. */
export interface PublishCallSettings<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> extends CallSettings<T, C> {
  /** Default: `key-1`. */
  readonly idempotencyKey?: string | undefined
  /** Receipt of an earlier attempt. Default: null. */
  readonly receipt?: Receipt | null | undefined
  /** Told each step before it is written down, the visible request included; what it throws stops the publishing there. */
  readonly onCheckpoint?: ((step: RecordedStep) => void) | undefined
  /** Ids of posts that belong to other keys; none unless given. */
  readonly ownedByOthers?: readonly string[] | undefined
  /** Where files are put for networks that only fetch; files are refused unless given. */
  readonly mediaHost?: MediaHost | null | undefined
}

const OWN_NAMES: Record<Exclude<keyof PublishCallSettings, keyof CallSettings>, true> = {
  idempotencyKey: true,
  receipt: true,
  onCheckpoint: true,
  ownedByOthers: true,
  mediaHost: true,
}

/** A step as it was written down: those of `checkpoint`, and `FINISH` for each attempt of a visible request. */
export interface RecordedStep extends Omit<ReceiptStep, 'step'> {
  readonly step: PublishStep
}

/** What a publishing call for a test wrote down, beside what every call does. */
export interface PublishRecords extends ClaimRecords {
  /** The steps that were written down, in order. */
  readonly checkpoints: readonly RecordedStep[]
  /** Outcome of each attempt of a visible request, in order. */
  readonly fates: readonly Fate[]
  /** What the platform did against the rule of the visible request, as the client warns of it; in order. */
  readonly mistakes: readonly string[]
  /** Why the platform said that nothing came out, each time it did. */
  readonly proofs: readonly string[]
  /** Values passed to `progress`, in order. */
  readonly progressed: readonly Progress[]
}

/** A publishing call that a test can look into. */
export type TestPublishCall<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> = PublishCall & CallRecords<T, C> & PublishRecords

/** Files at `https://media.example/1`, `/2` and so on. Nothing is really served. */
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

/** Keeps the steps of a publishing call as a journal would: as plain JSON. */
class StepRecorder implements PublishRecorder {
  readonly checkpoints: RecordedStep[] = []
  readonly fates: Fate[] = []
  readonly mistakes: string[] = []
  receipt: Receipt | null
  #prepared: Receipt | null
  #isOpen: boolean
  /** True while something was sent that must not be repeated blindly, and nothing was written down since. */
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
    // Read by name: a platform may make the data only when they are asked for.
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
    // PUT and DELETE may be repeated by HTTP's own rules (RFC 9110, section 9.2.2).
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
 * A ready-made call for trying `publish` and whatever else makes something visible. Steps are kept as a journal would
 * keep them: as plain JSON.
 *
 * @param settings - What is special about it.
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
  // The default of the type parameter is what stands here when the caller gave none.
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
  // Descriptors, so that getters stay getters.
  return Object.defineProperties(call, Object.getOwnPropertyDescriptors(own)) as typeof call & typeof own
}

/** The step as a journal gives it back: anything that is no plain JSON would be lost. */
function asKept(step: RecordedStep): RecordedStep {
  const { repeatableUntil } = step
  // What was plain JSON is the same after a round trip.
  const kept = JSON.parse(JSON.stringify(step.data)) as ReceiptStep['data']
  return { step: step.step, data: kept, ...(repeatableUntil !== undefined && { repeatableUntil }) }
}
