import { assertString } from '../values/assert-kind.js'
import { assertObject } from '../values/assert-object.js'
import { toMoment } from '../values/moment.js'

/** Maximum length of a stored message in UTF-16 units. Our choice: networks quote whole documents. */
const MAX_MESSAGE_LENGTH = 500

/** Last refusal that concerns the account or its token, not one request. `client.health` reports it. */
export interface ConnectionProblem {
  /** `code` of the error: `TOKEN_EXPIRED`, `MISSING_PERMISSION`. */
  readonly code: string
  /** `reason` of the error: `CHECKPOINT`. Null if the network gave none. */
  readonly reason: string | null
  /** Operation that was refused, for example `post`. */
  readonly operation: string
  /** Moment of the refusal. */
  readonly since: Date
  /** Message for developers and logs. */
  readonly message: string
  /** Messages for people, by language. */
  readonly userTexts: Readonly<Record<string, string>>
}

/** @returns A frozen copy without further fields. @throws ConfigError if a field has another type. */
export function makeConnectionProblem(init: ConnectionProblem): ConnectionProblem {
  const example = '{ code, reason, operation, since, message, userTexts }'
  assertObject(init, 'Connection.problem', example)
  assertObject(init.userTexts, 'Connection.problem.userTexts', '{ en, de }')
  const { code, reason, operation, since, message, userTexts } = init
  for (const text of [code, operation, message, ...Object.values(userTexts)])
    assertString(text, 'Connection.problem')
  if (reason !== null) assertString(reason, 'Connection.problem.reason')
  return Object.freeze({
    code,
    reason,
    operation,
    since: toMoment(since, 'Connection.problem.since'),
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    userTexts: Object.freeze(
      Object.fromEntries(
        Object.entries(userTexts).map(([language, text]) => [language, text.slice(0, MAX_MESSAGE_LENGTH)]),
      ),
    ),
  })
}

/** Returns true if both values describe the same refusal, at any moment. */
export function sameProblem(one: ConnectionProblem | null, other: ConnectionProblem | null): boolean {
  if (one === null || other === null) return one === other
  return one.code === other.code && one.reason === other.reason && one.operation === other.operation
}
