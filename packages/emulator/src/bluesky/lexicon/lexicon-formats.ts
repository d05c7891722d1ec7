/** String formats, with the names that the real server uses in its errors. */
export type TextFormat =
  | 'datetime'
  | 'uri'
  | 'at-uri'
  | 'DID'
  | 'handle'
  | 'AT identifier'
  | 'NSID'
  | 'CID string'
  | 'language'
  | 'record key'
  | 'TID string'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,20})?(Z|[+-]\d\d:\d\d)$/
const DID = /^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$/
const HANDLE = /^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/
const NSID =
  /^[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+(\.[a-zA-Z][a-zA-Z0-9]{0,62})$/
const KEY = /^[a-zA-Z0-9_~.:-]{1,512}$/
const LANGUAGE =
  /^(([A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-([A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))*(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*(-x(-[A-Za-z0-9]{1,8})+)?|x(-[A-Za-z0-9]{1,8})+)$/

const isIdentifier = (value: string): boolean => DID.test(value) || HANDLE.test(value)

function isAtUri(value: string): boolean {
  const [, authority = '', collection, key] =
    /^at:\/\/([^/\s]+)(?:\/([^/\s]+)(?:\/([^/\s]+))?)?$/.exec(value) ?? []
  return (
    isIdentifier(authority) &&
    (collection === undefined || NSID.test(collection)) &&
    (key === undefined || KEY.test(key))
  )
}

/**
 * Checks of string formats, with the same results as a PDS 0.5.35.
 * https://atproto.com/specs/lexicon#string-formats (read 2026-11-22)
 */
const FORMATS: Readonly<Record<TextFormat, (value: string) => boolean>> = {
  datetime: (value) => MOMENT.test(value) && !Number.isNaN(Date.parse(value)),
  uri: (value) => /^\w+:(?:\/\/)?[^\s/]\S*$/.test(value),
  'at-uri': isAtUri,
  DID: (value) => DID.test(value),
  handle: (value) => HANDLE.test(value),
  'AT identifier': isIdentifier,
  NSID: (value) => NSID.test(value),
  'CID string': (value) => /^b[a-z2-7]{50,}$/.test(value),
  language: (value) => LANGUAGE.test(value),
  'record key': (value) => KEY.test(value) && value !== '.' && value !== '..',
  'TID string': (value) => /^[2-7a-j][2-7a-z]{12}$/.test(value),
}

/** True if a string has the format. */
export function formatFits(format: TextFormat, value: string): boolean {
  return FORMATS[format](value)
}
