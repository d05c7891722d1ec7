import { ControlError } from '../control/operations.js'

/** Creates a redirect of the browser. Parameters with the value null are omitted. */
export function redirectTo(
  target: string,
  params: Readonly<Record<string, string | null>>,
  fragment = '',
): Response {
  const url = new URL(target)
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value)
  return new Response(null, {
    status: 302,
    headers: { location: `${url.href}${fragment}`, 'cache-control': 'no-store' },
  })
}

/**
 * Returns the redirect target of a response.
 *
 * @throws ControlError if the response is not a redirect.
 */
export function locationOf(answer: Response, network: string): { readonly location: string } {
  const location = answer.headers.get('location')
  if (location === null)
    throw new ControlError(
      `${network} does not redirect the browser: the redirect URI is not trusted. Open the URL for the reason.`,
    )
  return { location }
}

/**
 * Submits the form of a sign-in page.
 *
 * @param url - URL of the sign-in page.
 */
export function clickOn(
  url: string,
  { person, deny = false }: { readonly person: string; readonly deny?: boolean | undefined },
): URLSearchParams {
  const params = new URLSearchParams(new URL(url).search)
  params.set('person', person)
  params.set('decision', deny ? 'deny' : 'approve')
  return params
}
