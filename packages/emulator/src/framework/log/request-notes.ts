import { assertObject } from '../arguments.js'

/** One part of a multipart body, as the log shows it. */
export interface PartNote {
  readonly name: string
  readonly filename: string | null
  readonly contentType: string | null
  readonly bytes: number
  /** The text of a field; null for a file. */
  readonly text: string | null
}

/** What handlers tell the log about a request while they answer it. */
export interface RequestNotes {
  route: string | null
  parts: PartNote[]
}

const notes = new WeakMap<Request, RequestNotes>()

/** The notes of a request; made when first asked for. */
export function notesOf(request: Request): RequestNotes {
  assertObject(request, 'notesOf: request')
  let found = notes.get(request)
  if (found === undefined) {
    found = { route: null, parts: [] }
    notes.set(request, found)
  }
  return found
}
