import type { Media, PublishCall } from '@social/core/platform'

/**
 * Upload progress of all files of one post. The progress does not decrease when a piece is sent
 * again.
 */
export class Progress {
  readonly #sizes: readonly number[]
  readonly #call: PublishCall
  #shownBytes = -1

  constructor(sizes: readonly number[], call: PublishCall) {
    this.#sizes = sizes
    this.#call = call
  }

  /** Creates the progress of a post's files. Reads the sizes of the files, not their content. */
  static async of(media: readonly Media[], call: PublishCall): Promise<Progress> {
    return new Progress(await Promise.all(media.map(async (file) => (await file.size()) ?? 0)), call)
  }

  /**
   * Reports the sent bytes of one file to the application. The bytes do not include the multipart
   * boundaries.
   */
  report(mediaIndex: number, sentOfFile: number): void {
    const before = this.#sizes.slice(0, mediaIndex).reduce((sum, size) => sum + size, 0)
    const sentBytes = before + Math.min(sentOfFile, this.#sizes[mediaIndex] ?? 0)
    if (sentBytes <= this.#shownBytes) return
    this.#shownBytes = sentBytes
    const totalBytes = this.#sizes.reduce((sum, size) => sum + size, 0)
    this.#call.progress({ mediaIndex, mediaCount: this.#sizes.length, sentBytes, totalBytes })
  }
}
