/** A stored file. */
export interface StoredFile {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/**
 * Stores uploaded files, so that the emulator can serve them. If the store is full, it removes the
 * oldest files. A file that is larger than the store is not stored.
 */
export class FileStore {
  readonly #capacity: number
  readonly #files = new Map<string, StoredFile>()
  #used = 0

  constructor(capacityBytes = 67_108_864) {
    this.#capacity = capacityBytes
  }

  /** Stores a file, unless the file is larger than the whole store. */
  keep(id: string, file: StoredFile): void {
    this.forget(id)
    if (file.bytes.byteLength > this.#capacity) return
    this.#files.set(id, file)
    this.#used += file.bytes.byteLength
    for (const oldest of this.#files.keys()) {
      if (this.#used <= this.#capacity) break
      this.forget(oldest)
    }
  }

  /** Removes a file. */
  forget(id: string): void {
    this.#used -= this.#files.get(id)?.bytes.byteLength ?? 0
    this.#files.delete(id)
  }

  /**
   * Returns a response with the file, with support for ranges. The status is 404 if the file is
   * not in the store.
   */
  serve(id: string, request: Request): Response {
    const file = this.#files.get(id)
    if (file === undefined) return new Response('Not found', { status: 404 })
    const size = file.bytes.byteLength
    const headers = {
      'content-type': file.contentType,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    }
    const match = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
    if (match === null) return new Response(Uint8Array.from(file.bytes), { headers })
    const from = Number(match[1])
    const to = Math.min(match[2] === '' ? size - 1 : Number(match[2]), size - 1)
    if (from > to)
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
    return new Response(Uint8Array.from(file.bytes.subarray(from, to + 1)), {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${from}-${to}/${size}` },
    })
  }
}
