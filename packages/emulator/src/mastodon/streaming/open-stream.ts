/** End of a stream: a proper end, a broken connection, or a broken connection within an event. */
export type StreamDrop = 'END' | 'CUT' | 'MID_EVENT'

type Piece = { readonly bytes: Uint8Array } | 'END' | 'CUT'

const encoder = new TextEncoder()

/** An open stream: sends text until it ends. */
export class OpenStream {
  readonly personId: string
  readonly token: string
  /** Number of sent events. */
  sentEvents = 0
  readonly body: ReadableStream<Uint8Array>
  #pieces: Piece[] = []
  #wake: (() => void) | null = null
  #isStalled = false
  #isOver = false
  readonly #onClose: () => void

  /** @param onClose - Called when the stream has ended, on either side. */
  constructor(who: { readonly personId: string; readonly token: string }, onClose: () => void) {
    this.personId = who.personId
    this.token = who.token
    this.#onClose = onClose
    this.body = new ReadableStream(
      {
        pull: async (controller) => {
          const piece = await this.#next()
          if (piece === 'END') controller.close()
          else if (piece === 'CUT') controller.error(new Error('The stream was cut.'))
          else controller.enqueue(piece.bytes)
        },
        cancel: () => this.#close(),
      },
      { highWaterMark: 0 },
    )
  }

  /** Sends text. Ignored if the stream is stalled or has ended. */
  write(text: string): void {
    if (!this.#isStalled && !this.#isOver) this.#add({ bytes: encoder.encode(text) })
  }

  /** Stops sending, but keeps the stream open. */
  stall(): void {
    this.#isStalled = true
  }

  /** Ends the stream after the text written before. */
  drop(how: StreamDrop): void {
    if (this.#isOver) return
    this.#add(how === 'END' ? 'END' : 'CUT')
    this.#close()
  }

  #close(): void {
    this.#isOver = true
    this.#onClose()
  }

  #add(piece: Piece): void {
    this.#pieces.push(piece)
    this.#wake?.()
  }

  async #next(): Promise<Piece> {
    for (;;) {
      const piece = this.#pieces.shift()
      if (piece !== undefined) return piece
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
