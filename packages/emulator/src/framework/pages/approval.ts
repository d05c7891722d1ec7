import { escapeHtml, htmlPage } from './html.js'

/** Somebody whom the page offers. */
interface Candidate {
  readonly username: string
  readonly name: string
  /** What is said behind the user name: `, a private account`. */
  readonly note?: string
}

/** What the page of a sign-in shows of one network. */
export interface Approval {
  readonly title: string
  readonly heading: string
  /** Path that the form is sent to. */
  readonly action: string
  /** Parameters of the request that come back with the click. */
  readonly passedOn: Iterable<readonly [string, string]>
  /** What is asked for, as HTML. */
  readonly scopesHtml: string
  readonly people: Iterable<Candidate>
  /** The word on the button that approves. */
  readonly approve: string
  /** Said below the form, where it is given. */
  readonly redirectUri?: string
}

function personHtml({ username, name, note = '' }: Candidate, index: number): string {
  return `<label><input type="radio" name="person" value="${escapeHtml(username)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(name)}<small>@${escapeHtml(username)}${escapeHtml(note)}</small></span></label>`
}

/** Scopes that a person may untick, but for the one that everybody has to allow. */
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

/** The page on which a person says who they are, and approves or denies. */
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

/** The page that says why nobody can be asked. */
export function problemPage(text: string): Response {
  return htmlPage('Something went wrong', `<h1>Something went wrong</h1><p>${escapeHtml(text)}</p>`, {
    status: 400,
  })
}
