import { escapeHtml, htmlPage } from './html.js'

/** Person whom the user can choose on the sign-in page. */
interface Candidate {
  readonly username: string
  readonly name: string
  /** Text after the user name, for example `, a private account`. */
  readonly note?: string
}

/** Content of a network's sign-in page. */
export interface Approval {
  readonly title: string
  readonly heading: string
  /** URL path to which the page submits the form. */
  readonly action: string
  /** Request parameters that the form submits again in hidden fields. */
  readonly passedOn: Iterable<readonly [string, string]>
  /** HTML that lists the requested permissions. */
  readonly scopesHtml: string
  readonly people: Iterable<Candidate>
  /** Label of the approve button. */
  readonly approve: string
  /** Redirect URI shown below the form. */
  readonly redirectUri?: string
}

function personHtml({ username, name, note = '' }: Candidate, index: number): string {
  return `<label><input type="radio" name="person" value="${escapeHtml(username)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(name)}<small>@${escapeHtml(username)}${escapeHtml(note)}</small></span></label>`
}

/**
 * Creates a checkbox for each scope that the person can deselect. The required scope has no
 * checkbox.
 */
export function scopeBoxes(
  scopes: readonly string[],
  { text, fixed }: { readonly text: Readonly<Record<string, string>>; readonly fixed: string },
): string {
  const boxes = scopes.map((scope) => {
    const name = escapeHtml(scope)
    const shown = `<span>${escapeHtml(text[scope] ?? scope)} <small><code>${name}</code></small></span>`
    return scope === fixed
      ? `<label><input type="checkbox" checked disabled><input type="hidden" name="allow" value="${name}">${shown}</label>`
      : `<label><input type="checkbox" name="allow" value="${name}" checked>${shown}</label>`
  })
  return `<fieldset>\n<legend>It will be able to</legend>\n${boxes.join('\n')}\n</fieldset>`
}

/** Creates the page on which a person chooses an account and approves or denies the request. */
export function approvalForm(approval: Approval): Response {
  const { title, heading, action, passedOn, scopesHtml, people, approve, redirectUri } = approval
  const hidden = [...passedOn].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const sentTo =
    redirectUri === undefined
      ? ''
      : `\n<p><small>You will be sent to <code>${escapeHtml(redirectUri)}</code></small></p>`
  return htmlPage(
    title,
    `<h1>${escapeHtml(heading)}</h1>
<form method="post" action="${escapeHtml(action)}">
${hidden.join('\n')}
${scopesHtml}
<fieldset>
<legend>Continue as</legend>
${[...people].map(personHtml).join('\n')}
</fieldset>
<button type="submit" name="decision" value="approve">${escapeHtml(approve)}</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>${sentTo}`,
  )
}

/** Creates the error page for a sign-in that cannot start. */
export function problemPage(text: string): Response {
  return htmlPage('Something went wrong', `<h1>Something went wrong</h1><p>${escapeHtml(text)}</p>`, {
    status: 400,
  })
}
