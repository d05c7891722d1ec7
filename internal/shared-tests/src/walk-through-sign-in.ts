import type { Connection, LoginStep, SocialClient } from '@social/core'

/** Options of a sign-in. */
interface Login {
  readonly redirectUri: string
  readonly host?: string
  readonly scopes?: readonly string[]
}

/** Approves the sign-in on the network's page. @returns The redirect URL. */
type Approve = (url: string) => { readonly location: string } | Promise<{ readonly location: string }>

/**
 * Signs a person in like an application: starts the sign-in, opens the network's page, and handles
 * the callback.
 */
export async function walkThroughSignIn(
  client: Pick<SocialClient, 'startLogin' | 'finishLogin'>,
  platform: string,
  { approve, ...login }: Login & { readonly approve: Approve },
): Promise<LoginStep> {
  const start = await client.startLogin(platform, login)
  if (start.step !== 'SEND_TO_NETWORK')
    throw new Error(`expected the step SEND_TO_NETWORK, got ${start.step}`)
  const { state, remember, url } = start
  const { location } = await approve(url)
  const callback = Object.fromEntries(new URL(location).searchParams)
  return client.finishLogin(platform, { ...login, state, remember, callback })
}

/** Returns the connection from the last step of a sign-in. */
export function connectionFrom(step: LoginStep): Connection {
  if (step.step !== 'FINISHED') throw new Error(`expected the step FINISHED, got ${step.step}`)
  return step.connection
}
