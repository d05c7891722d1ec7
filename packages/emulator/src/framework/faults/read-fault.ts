import { ControlError } from '../control/operations.js'
import type { Fault } from './fault-types.js'

type Check = readonly [is: string, fits: (value: unknown) => boolean]

const isCount = (min: number): Check => [
  `must be a whole number, ${min} or more`,
  (value) => typeof value === 'number' && Number.isInteger(value) && value >= min,
]
const TEXT: Check = ['must be a text', (value) => typeof value === 'string']
const BOOLEAN: Check = ['must be true or false', (value) => typeof value === 'boolean']
const SECONDS: Check = [
  'must be a number of seconds, 0 or more',
  (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
]
const MOMENT: Check = [
  'must be a moment as ISO 8601, such as 2026-12-01T00:00:00Z',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
]
const STATUS: Check = [
  'must be a status: a number from 200 to 599',
  (value) => typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599,
]
const HEADERS: Check = [
  'must be an object of texts',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string'),
]

/** Checks of the fields that every fault can have. */
const MATCH: Readonly<Record<string, Check>> = {
  method: TEXT,
  writes: BOOLEAN,
  path: TEXT,
  account: TEXT,
  afterRequests: isCount(0),
  from: MOMENT,
  until: MOMENT,
  nth: isCount(1),
  count: ['must be a whole number, 1 or more, or "all"', (value) => value === 'all' || isCount(1)[1](value)],
}

/** Checks of the additional fields of each kind of fault. */
const KINDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  replyLost: {},
  dropMidBody: {},
  dropUpload: { afterBytes: isCount(0) },
  closeBeforeEffect: {},
  status: {
    status: STATUS,
    headers: HEADERS,
    retryAfterSeconds: SECONDS,
    body: ['', () => true],
    afterEffect: BOOLEAN,
  },
  changeReply: {
    set: [
      'must be an object',
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    ],
    remove: [
      'must be a list of texts',
      (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
    ],
  },
  slow: { seconds: SECONDS },
  hold: { beforeEffect: BOOLEAN },
}

const NEEDED: Readonly<Record<string, string>> = { status: 'status', slow: 'seconds' }

/**
 * Reads a fault from an unknown value.
 *
 * @throws ControlError if the value is not a valid fault.
 */
export function readFault(value: unknown): Fault {
  const fault = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown> // safe cast: the code below checks each field
  const kind = String(fault['fault'])
  const own = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (own === undefined) throw new ControlError(`"fault" must be one of: ${Object.keys(KINDS).join(', ')}.`)
  const checks = new Map(Object.entries({ ...MATCH, ...own }))
  for (const [name, given] of Object.entries(fault)) {
    if (name === 'fault' || given === undefined) continue
    const check = checks.get(name)
    if (check === undefined)
      throw new ControlError(
        `A fault of kind "${kind}" has no field "${name}". It takes: ${[...checks.keys()].join(', ')}.`,
      )
    if (!check[1](given)) throw new ControlError(`"${name}" ${check[0]}.`)
  }
  const needed = NEEDED[kind]
  if (needed !== undefined && fault[needed] === undefined)
    throw new ControlError(`A fault of kind "${kind}" requires "${needed}".`)
  return fault as unknown as Fault // safe cast: the code above checked the kind and each field
}
