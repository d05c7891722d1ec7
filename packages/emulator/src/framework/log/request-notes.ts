import { assertObject } from '../arguments.js'

/** One part of a multipart body, as the log shows it. */
export interface PartNote {
  readonly name: string
  readonly filename: string | null
  readonly contentType: string | null
  readonly bytes: number
  /** Text of a plain field. Null for a file. */
  readonly text: string | null
}

/** Data about a request that its handler adds to the log. */
export interface RequestNotes {
  route: string | null
  parts: PartNote[]
}

const notes = new WeakMap<Request, RequestNotes>()

/** Returns the notes of a request. Creates the notes on first use. */
export function notesOf(request: Request): RequestNotes {
  assertObject(request, 'notesOf: request')
  let found = notes.get(request)
  if (found === undefined) {
    found = { route: null, parts: [] }
    notes.set(request, found)
  }
  return found
}
