import { assertMethods } from '../../models/values/assert-kind.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'

/** One event of a stream of server-sent events. */
export interface StreamEvent {
  /** Type of the event. `message` if the stream sends none. */
  readonly event: string
  readonly data: string
}

/** Object whose methods receive the events of a stream. */
export interface EventStreamListener {
  /** Called for each complete event. */
  onEvent(event: StreamEvent): void
  /** Called for each event that was discarded because it was too long. */
  onTooLong(): void
}

/**
 * Maximum length of one event in characters, including its field names: 1 Mi. This is 30 times the
 * longest notification seen. Our choice.
 */
const MAX_EVENT_LENGTH = 1_048_576

/** First character of a comment line. The rest of such a line is not stored. */
const COMMENT = ':'
/** Placeholder for a line of an event that was discarded because of its length. */
const DROPPED = '-'

/** Matches the characters that end a line. */
const LINE_END = /[\r\n]/g

/**
 * Parses server-sent events as their bytes arrive, in linear time. Lines and events above the
 * maximum length are not stored. Comments, which servers send to keep a stream alive, are
 * discarded. https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6 (read
 * 2026-11-22)
 */
export class EventStreamReader {
  readonly #listener: EventStreamListener
  readonly #maxLength: number
  readonly #decoder = new TextDecoder()
  /** Parts of the line whose end has not arrived yet. */
  #line: string[] = []
  #data: string[] = []
  #event = ''
  /** Number of characters stored for the current event. */
  #held = 0
  #isTooLong = false
  /** True if the last character was a CR. A following LF then belongs to the same line end. */
  #wasReturn = false

  constructor(listener: EventStreamListener, options: { readonly maxEventLength?: number | undefined } = {}) {
    assertMethods(listener, ['onEvent', 'onTooLong'], 'new EventStreamReader: listener')
    refuseUnknownNames(options, ['maxEventLength'], 'new EventStreamReader')
    this.#listener = listener
    this.#maxLength = options.maxEventLength ?? MAX_EVENT_LENGTH
  }

  /** Parses the next bytes of the stream. */
  take(chunk: Uint8Array): void {
    if (!(chunk instanceof Uint8Array))
      throw wrongArgument('EventStreamReader.take: chunk', 'a Uint8Array', chunk)
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

  #hold(length: number): void {
    this.#held += length
    if (this.#held <= this.#maxLength) return
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
