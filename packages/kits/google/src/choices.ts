import { AuthError, parseJson, Token } from '@social/core/platform'
import * as v from 'valibot'

/**
 * Names, schema and labels of the resources from which a person chooses one, such as channels or
 * locations.
 */
export interface Choices<Choice> {
  /** Name of one resource in lower case: `channel`. */
  readonly kind: string
  /** Name of several resources: `channels`. Also the field name in a resume token. */
  readonly kinds: string
  /** Schema that validates a resource in a resume token. */
  readonly schema: v.GenericSchema<unknown, Choice>
  /** Returns the name of a resource, as shown to the person. */
  readonly nameOf: (choice: Choice) => string
}

/** A sign-in that only lacks the choice of a resource. */
export interface OpenLogin<Choice> {
  readonly token: Token
  readonly scopes: readonly string[]
  /** Resources from which the person chooses, by id. */
  readonly choices: ReadonlyMap<string, Choice>
}

/** Maximum number of offered resources in an error message. */
const MAX_LISTED = 20
/** Maximum length of a resource id in an error message, in characters. */
const MAX_ID_LENGTH = 100

const text = v.pipe(v.string(), v.nonEmpty())
const moment = v.fallback(v.nullable(text), null)

const packedToken = v.object({
  accessToken: text,
  refreshToken: text,
  expiresAt: moment,
  refreshTokenExpiresAt: moment,
})
const packedScopes = v.object({ scopes: v.array(v.string()) })

/**
 * Packs the data that the last step of the sign-in requires into one opaque text, the resume
 * token. The resume token contains the access token and the refresh token, so it is a secret.
 */
export function packLogin<Choice>(
  { token, scopes, choices }: OpenLogin<Choice>,
  { kinds }: Choices<Choice>,
): string {
  const packed = {
    accessToken: token.accessToken,
    refreshToken: token.refreshToken,
    expiresAt: token.expiresAt?.toISOString(),
    refreshTokenExpiresAt: token.refreshTokenExpiresAt?.toISOString(),
    scopes,
    [kinds]: Object.fromEntries(choices),
  }
  return Buffer.from(JSON.stringify(packed)).toString('base64url')
}

function unpackLogin<Choice>(
  resumeToken: string,
  { kinds, schema }: Choices<Choice>,
  platform: string,
): OpenLogin<Choice> {
  try {
    const packed = parseJson(Buffer.from(resumeToken, 'base64url').toString())
    const listed = v.parse(v.object({ [kinds]: v.record(text, schema) }), packed)[kinds] ?? {}
    return {
      token: new Token(v.parse(packedToken, packed)),
      scopes: v.parse(packedScopes, packed).scopes,
      choices: new Map(Object.entries(listed)),
    }
  } catch {
    // The error has no `cause`, because the parse error could contain tokens.
    throw new AuthError('The resume token cannot be read. Start the sign-in again.', { platform })
  }
}

/**
 * Unpacks a resume token, and selects the resource that the person chose. Sends no request.
 *
 * @throws AuthError for an invalid resume token, or a resource that was not offered.
 */
export function pickChoice<Choice>(
  { resumeToken, accountId }: { readonly resumeToken: string; readonly accountId: string },
  choices: Choices<Choice>,
  platform: string,
): OpenLogin<Choice> & { readonly choice: Choice } {
  const login = unpackLogin(resumeToken, choices, platform)
  const choice = login.choices.get(accountId)
  if (choice !== undefined) return { ...login, choice }
  const offered = [...login.choices].map(([id, one]) => `${id} (${choices.nameOf(one)})`)
  throw new AuthError(
    `The ${choices.kind} ${JSON.stringify(accountId.slice(0, MAX_ID_LENGTH))} was not offered. Choose one of: ${offered.slice(0, MAX_LISTED).join(', ')}.`,
    { platform },
  )
}
