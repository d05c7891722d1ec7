import {
  InvalidPostError,
  invalidPost,
  type Media,
  networkText,
  NetworkError,
  openUpload,
  PlatformError,
  type PublishCall,
  type RequestCost,
  SocialBaseError,
  withoutStops,
} from '@social/core/platform'

import { METADATA_COST, MAX_PIECES } from '../limits/index.js'
import type { Settings } from '../options.js'
import { type UploadState, uploadReply } from '../schemas.js'
import { kindOf } from './files.js'
import { sendPieces } from './pieces.js'
import { Progress } from './progress.js'
import { keepPrepared, type Kept, type SavedFile } from './receipt.js'

/**
 * Seconds after which X deletes an unused file, if X reports no lifetime.
 * https://docs.x.com/x-api/media/introduction (read 2026-11-22)
 */
const DEFAULT_LIFE_SECONDS = 86_400
/** A post uses a file only if the file does not expire within this many seconds. Our choice. */
const MARGIN_SECONDS = 300
/**
 * Maximum seconds between two requests for a file's status, even if X asks for a longer pause. Our
 * choice.
 */
const MAX_PAUSE_SECONDS = 60

/** State and settings of a preparation. */
interface PrepareContext {
  readonly kept: Kept
  readonly settings: Settings
  /** Spending budget for the whole post, which is required before the first upload. */
  readonly room: RequestCost
}

/** Uploads the files of one post, waits until X has processed them and adds their alt texts. */
class Preparation {
  readonly #media: readonly Media[]
  readonly #settings: Settings
  readonly #room: RequestCost
  readonly #call: PublishCall
  readonly #progress: Progress
  #kept: Kept
  /** True after X has refused the content of a file. X would refuse the same content again. */
  #isUseless = false

  constructor(
    media: readonly Media[],
    context: PrepareContext & { readonly progress: Progress },
    call: PublishCall,
  ) {
    this.#media = media
    this.#settings = context.settings
    this.#room = context.room
    this.#progress = context.progress
    this.#kept = context.kept
    this.#call = call
  }

  /**
   * Prepares the files. If X has deleted files of an earlier attempt, the preparation starts again
   * once.
   */
  async run(): Promise<Kept> {
    const isResumed = this.#kept.files.length > 0
    try {
      return await this.#run()
    } catch (error) {
      if (!isResumed || this.#isUseless || !isRefusal(error)) throw error
      await this.#forget(0)
      return this.#run()
    }
  }

  async #run(): Promise<Kept> {
    for (const [index, file] of this.#media.entries()) await this.#upload(file, index)
    for (const [index, file] of this.#media.entries()) await this.#describe(file, index)
    return this.#kept
  }

  async #note(index: number, file: SavedFile, step: 'PREPARE' | 'WAIT' = 'PREPARE'): Promise<SavedFile> {
    const files = [...this.#kept.files.slice(0, index), file, ...this.#kept.files.slice(index + 1)]
    this.#kept = { ...this.#kept, files }
    await keepPrepared(step, this.#kept, this.#call)
    return file
  }

  /**
   * Removes a file and all later files from the saved state, so that the next attempt uploads
   * these files again.
   */
  async #forget(index: number): Promise<void> {
    const files = this.#kept.files.slice(0, index)
    this.#kept = { ...this.#kept, files, endsAt: files.length === 0 ? null : this.#kept.endsAt }
    await keepPrepared('PREPARE', this.#kept, this.#call)
  }

  async #upload(file: Media, index: number): Promise<void> {
    const earlier = this.#kept.files[index]
    if (earlier !== undefined && earlier.stage !== 'SENDING') return this.#progress.report(index, Infinity)
    return this.#sendAll(file, index, earlier ?? (await this.#begin(file, index)))
  }

  /** Starts an upload. A repeated start is harmless, because X deletes files that no post uses. */
  async #begin(file: Media, index: number): Promise<SavedFile> {
    const size = (await file.size()) ?? 0
    const { category } = kindOf(file, index)
    const state = await this.#call.http.post('/media/upload/initialize', uploadReply, {
      json: { media_type: file.contentType, total_bytes: size, media_category: category },
      retry: 'always',
      cost: this.#room,
    })
    const id = state.id ?? state.media_id_string
    if (!id || !/^\d{1,19}$/.test(id))
      throw new PlatformError('x returned no id for an upload. Post again with the same idempotency key.', {
        platform: 'x',
      })
    const stated = state.expires_after_secs ?? DEFAULT_LIFE_SECONDS
    const life = Math.min(Math.max(stated, 0), DEFAULT_LIFE_SECONDS) - MARGIN_SECONDS
    const endsAt = new Date(this.#call.clock.now().getTime() + life * 1000)
    const { endsAt: before } = this.#kept
    this.#kept = { ...this.#kept, endsAt: before === null || endsAt < before ? endsAt : before }
    const pieceBytes = Math.max(this.#settings.chunkBytes, Math.ceil(size / MAX_PIECES))
    const mediaKey = state.media_key ?? null
    return this.#note(index, { id, mediaKey, pieceBytes, piecesSent: 0, stage: 'SENDING' })
  }

  async #sendAll(media: Media, index: number, begun: SavedFile): Promise<void> {
    await using file = await openUpload(media, { signal: this.#call.signal })
    await sendPieces(file, begun, {
      call: this.#call,
      note: (piecesSent) => this.#note(index, { ...begun, piecesSent }),
      report: (sentBytes) => this.#progress.report(index, sentBytes),
    })
    const sent = { ...begun, piecesSent: Math.ceil(file.size / begun.pieceBytes) }
    const state = await this.#finalize(begun.id)
    this.#progress.report(index, Infinity)
    const isReady = !isWorkedOn(state)
    const mediaKey = sent.mediaKey ?? state.media_key ?? null
    await this.#note(index, { ...sent, mediaKey, stage: isReady ? 'READY' : 'PROCESSING' })
    if (isFailed(state)) await this.#refuse(state, media, index)
  }

  /**
   * Ends an upload. If the response is lost, reads the status instead, because X can refuse to end
   * an upload twice.
   */
  async #finalize(id: string): Promise<UploadState> {
    try {
      return await this.#call.http.post(`/media/upload/${id}/finalize`, uploadReply, { retry: 'always' })
    } catch (error) {
      if (!isRefusal(error)) throw error
      const state = await this.#status(id).catch(() => null)
      if (state?.processing_info) return state
      throw error
    }
  }

  #status(id: string): Promise<UploadState> {
    const query = { command: 'STATUS', media_id: id }
    return this.#call.http.get('/media/upload', uploadReply, { query })
  }

  /**
   * Waits until X has processed a file, then adds the alt text. X refuses an alt text before the
   * processing ends and after the post is published.
   */
  async #describe(media: Media, index: number): Promise<void> {
    let file = this.#kept.files[index]
    if (file === undefined) return
    if (file.stage === 'PROCESSING') file = await this.#wait(media, index, file)
    if (!media.altText || file.stage === 'DESCRIBED') return
    const { id } = file
    await this.#call.http.request('POST', '/media/metadata', null, {
      json: { id, metadata: { alt_text: { text: media.altText } } },
      retry: 'always',
      cost: METADATA_COST,
    })
    await this.#note(index, { ...file, stage: 'DESCRIBED' })
  }

  async #wait(media: Media, index: number, file: SavedFile): Promise<SavedFile> {
    const { mediaChecks, mediaWaitSeconds } = this.#settings
    await this.#note(index, file, 'WAIT')
    for (let check = 1; check <= mediaChecks; check += 1) {
      const state = await this.#status(file.id)
      if (isFailed(state)) return this.#refuse(state, media, index)
      if (!isWorkedOn(state)) return this.#note(index, { ...file, stage: 'READY' })
      const pauseSeconds = state.processing_info?.check_after_secs ?? mediaWaitSeconds
      const pause = Math.min(Math.max(pauseSeconds, 0), MAX_PAUSE_SECONDS)
      await this.#call.clock.sleep(pause, { signal: this.#call.signal })
    }
    throw new PlatformError(
      `x is still processing the file ${file.id} after ${mediaChecks} checks. Post again later with the same idempotency key: uploaded files are reused. x({ mediaChecks, mediaWaitSeconds }) sets a longer wait.`,
      { platform: 'x' },
    )
  }

  async #refuse(state: UploadState, media: Media, index: number): Promise<never> {
    this.#isUseless = true
    await this.#forget(index)
    const reason = withoutStops(networkText(state.processing_info?.error?.message))
    const message = `x could not process "${media.filename ?? `media[${index}]`}"${reason === '' ? '' : ` (${reason})`}. Export it again: a video as MP4 with H.264 and AAC.`
    throw invalidPost('x', { field: 'media', code: 'MEDIA_FAILED', mediaIndex: index, message })
  }
}

/** Returns true if X refused a piece because of its size. */
const isTooBig = ({ statusCode }: PlatformError): boolean => statusCode === 413 || statusCode === 431

/** Returns true if X definitely refused the request, false for a temporary failure. */
function isRefusal(error: unknown): boolean {
  if (!SocialBaseError.is(error) || NetworkError.is(error)) return false
  return PlatformError.is(error) ? !error.isOutage && !isTooBig(error) : InvalidPostError.is(error)
}

const isFailed = ({ processing_info: info }: UploadState): boolean => info?.state === 'failed'

/**
 * Returns true while X processes a file. An unknown state counts as processed, because X refuses
 * the post if the file is not ready.
 */
const isWorkedOn = ({ processing_info: info }: UploadState): boolean =>
  info?.state === 'pending' || info?.state === 'in_progress'

/**
 * Prepares all files of a post: uploads them, waits until X has processed them and adds alt texts.
 * The files are not public yet.
 *
 * @param context - State of an earlier attempt, and the settings.
 * @returns State after the preparation, with one entry for each file in the order of the post.
 * @throws InvalidPostError for a file that X cannot process.
 * @throws PlatformError when processing takes longer than the settings allow.
 */
export async function prepareFiles(
  media: readonly Media[],
  context: PrepareContext,
  call: PublishCall,
): Promise<Kept> {
  if (media.length === 0) return context.kept
  const progress = await Progress.of(media, call)
  return new Preparation(media, { ...context, progress }, call).run()
}
