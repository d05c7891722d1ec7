import {
  type Clock,
  type HostedMedia,
  InvalidPostError,
  type Media,
  type MediaHost,
  type Progress,
  type PublishCall,
  type Receipt,
  type ReceiptStep,
  type Transport,
} from '@social/core/platform'

import { aReceipt } from '../builders/content.js'
import type { FakeClock } from '../time/fake-clock.js'
import type { RecordingTransport } from '../transport/recording-transport.js'
import { aCall, type CallRecords, type CallSettings } from './a-call.js'

/** What a publishing call for a test is made from. Everything has a default. */
export interface PublishCallSettings<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> extends CallSettings<T, C> {
  /** `key-1` unless given. */
  readonly idempotencyKey?: string
  /** How far an earlier try came: `receipt` of that try; null unless given. */
  readonly receipt?: Receipt | null
  /** Told each step before it is written down; what it throws stops the publishing there. */
  readonly onCheckpoint?: (step: ReceiptStep) => void
  /** Where files are put for networks that only fetch; files are refused unless given. */
  readonly mediaHost?: MediaHost | null
}

/** What a publishing call for a test wrote down, beside what every call does. */
export interface PublishRecords {
  /** The steps that were written down, in order. */
  readonly checkpoints: readonly ReceiptStep[]
  /** What `progress` was told, in order. */
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
  const { idempotencyKey = 'key-1', receipt = null, onCheckpoint, mediaHost = null } = settings
  const call = aCall(settings)
  const checkpoints: ReceiptStep[] = []
  const progressed: Progress[] = []
  let newest = receipt
  const own: Omit<PublishCall, keyof typeof call> & PublishRecords = {
    idempotencyKey,
    get receipt() {
      return newest
    },
    checkpoints,
    progressed,
    async checkpoint(step) {
      call.signal.throwIfAborted()
      onCheckpoint?.(step)
      const kept = asKept(step)
      checkpoints.push(kept)
      newest = aReceipt({
        platform: call.connection.platform,
        step: kept.step,
        data: kept.data,
        madeAt: call.clock.now(),
        repeatableUntil: kept.repeatableUntil ?? null,
      })
    },
    progress: (progress) => void progressed.push(progress),
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
function asKept(step: ReceiptStep): ReceiptStep {
  const { repeatableUntil } = step
  // What was plain JSON is the same after a round trip.
  const kept = JSON.parse(JSON.stringify(step.data)) as ReceiptStep['data']
  return { step: step.step, data: kept, ...(repeatableUntil !== undefined && { repeatableUntil }) }
}
