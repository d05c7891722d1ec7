import { assertMethods } from '../../models/values/assert-kind.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'

/** One event of a stream. */
export interface StreamEvent {
  /** Its kind; `message` where the stream does not say. */
  readonly event: string
  readonly data: string
}

/** Who is told of the events. */
export interface EventStreamListener {
  /** An event is whole. */
  onEvent(event: StreamEvent): void
  /** An event was longer than is read, and left out. */
  onTooLong(): void
}

/** Characters of one event (1 Mi), its names included, after which it is left out. Our choice: 30 times the longest notification seen. */
const MAX_EVENT_LENGTH = 1_048_576

/** What a comment begins with; nothing else of it is kept. */
const COMMENT = ':'
/** Stands for a line of an event that is left out. */
const DROPPED = '-'

/** What ends a line. */
const LINE_END = /[\r\n]/g

/**
 * Reads server-sent events as their bytes come, in linear time: no line and no event is ever held that is longer than the
 * limit. Comments, which keep a stream alive, are dropped. https://html.spec.whatwg.org/multipage/server-sent-events.html,
 * section 9.2.6 (read 2026-11-22)
 */
export class EventStreamReader {
  readonly #listener: EventStreamListener
  readonly #longest: number
  readonly #decoder = new TextDecoder()
  /** The line that is not whole yet, in pieces. */
  #line: string[] = []
  #data: string[] = []
  #event = ''
  /** Letters that are held for the event. */
  #held = 0
  #isTooLong = false
  /** A CR was read last: a LF right after it belongs to it. */
  #wasReturn = false

  constructor(listener: EventStreamListener, options: { readonly maxEventLength?: number | undefined } = {}) {
    assertMethods(listener, ['onEvent', 'onTooLong'], 'new EventStreamReader: listener')
    refuseUnknownNames(options, ['maxEventLength'], 'new EventStreamReader')
    this.#listener = listener
    this.#longest = options.maxEventLength ?? MAX_EVENT_LENGTH
  }

  /** Reads some more bytes. */
  take(chunk: Uint8Array): void {
    if (!(chunk instanceof Uint8Array)) throw wrongArgument('EventStreamReader.take', 'given bytes', chunk)
    const text = this.#decoder.decode(chunk, { stream: true })
    let start = this.#wasReturn && text.startsWith('\n') ? 1 : 0
    if (text !== '') this.#wasReturn = false
    LINE_END.lastIndex = start
    for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
      this.#add(text.slice(start, end.index))
      this.#endLine()
      start = end.index + 1
      if (end[0] === '\r') {
        this.#wasReturn = start === text.length
        if (text[start] === '\n') start += 1
      }
      LINE_END.lastIndex = start
    }
    this.#add(text.slice(start))
  }

  #add(piece: string): void {
    if (piece === '' || this.#line[0] === COMMENT) return
    if (this.#line.length === 0 && piece.startsWith(COMMENT)) {
      this.#line = [COMMENT]
      return
    }
    this.#hold(piece.length)
    if (this.#isTooLong) this.#line = [DROPPED]
    else this.#line.push(piece)
  }

  #hold(letters: number): void {
    this.#held += letters
    if (this.#held <= this.#longest) return
    this.#isTooLong = true
    this.#data = []
  }

  #endLine(): void {
    const line = this.#line.length === 1 ? (this.#line[0] ?? '') : this.#line.join('')
    this.#line = []
    if (line === '') this.#endEvent()
    else if (line !== COMMENT && !this.#isTooLong) this.#readField(line)
  }

  #readField(line: string): void {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'event') this.#event = value
    else if (name === 'data') {
      this.#data.push(value)
      this.#hold(1)
    }
  }

  #endEvent(): void {
    const [event, data, isTooLong] = [this.#event, this.#data, this.#isTooLong]
    this.#event = ''
    this.#data = []
    this.#held = 0
    this.#isTooLong = false
    if (isTooLong) this.#listener.onTooLong()
    else if (data.length > 0) this.#listener.onEvent({ event: event || 'message', data: data.join('\n') })
  }
}
