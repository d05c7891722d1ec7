/** End of a stream: a regular end, a broken connection, or a broken connection within an event. */
export type StreamDrop = 'END' | 'CUT' | 'MID_EVENT'

type Piece = { readonly bytes: Uint8Array } | 'END' | 'CUT'

const encoder = new TextEncoder()

/** An open stream. Sends text to the client until the stream ends. */
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

  /** Creates a stream. @param onClose - Called when the stream has ended, on either side. */
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

  /** Sends text. Has no effect if the stream is stalled or has ended. */
  write(text: string): void {
    if (!this.#isStalled && !this.#isOver) this.#add({ bytes: encoder.encode(text) })
  }

  /** Stops sending text but keeps the stream open. */
  stall(): void {
    this.#isStalled = true
  }

  /** Ends the stream after the text that was already written. */
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
