import type { Connection, LoginStep, SocialClient } from '@social/core'

/** What an application signs people in with. */
interface Login {
  readonly redirectUri: string
  readonly host?: string
  readonly scopes?: readonly string[]
}

/** What the person does at the network's page. @returns The address that they are sent back to. */
type Approve = (url: string) => { readonly location: string } | Promise<{ readonly location: string }>

/** Signs somebody in as an application does: start, the page of the network, callback. */
export async function walkThroughSignIn(
  client: Pick<SocialClient, 'startLogin' | 'finishLogin'>,
  platform: string,
  { approve, ...login }: Login & { readonly approve: Approve },
): Promise<LoginStep> {
  const start = await client.startLogin(platform, login)
  if (start.step !== 'SEND_TO_NETWORK') throw new Error(`expected an address, got ${start.step}`)
  const { state, remember, url } = start
  const { location } = await approve(url)
  const callback = Object.fromEntries(new URL(location).searchParams)
  return client.finishLogin(platform, { ...login, state, remember, callback })
}

/** The connection that a sign-in ended with. */
export function connectionFrom(step: LoginStep): Connection {
  if (step.step !== 'FINISHED') throw new Error(`expected a connection, got ${step.step}`)
  return step.connection
}
