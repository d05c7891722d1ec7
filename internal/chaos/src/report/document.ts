import type { ChaosNetwork } from '../networks/network.js'
import type { SuiteReport } from '../suite/suite.js'
import { ANSWERS, finishTable } from './finish-table.js'
import { countRows } from './report.js'

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Returns a table in Markdown. The first row is the heading. */
function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map((cells) => line(cells))].join('\n')
}

/** Explains the columns of the first table, which counts the results of all runs. */
const COUNTS = `A run is one operation with one fault, or two in sequence. Its key is called again until the outcome is final.

- _unknown_: the caller got \`OutcomeUnknownError\`, and the visible request may really have been sent.
- _account lost_: the response with the only new token was lost.
- The last six columns are failures. Their meaning is in [internal/chaos](../internal/chaos/README.md#counted-failures).`

/** Explains the tables about a publishing request whose response was lost. */
const FINISH = `The visible request or its response is lost. Then the next request gets one of the faults below, and the same key is called again:

- now
- after the upload session has ended
- after the network has forgotten its own key

The next request may be a query of the same call, or part of the following call. Token renewals are left out. The last column counts operations:

- _published_: the caller has the result, and there is exactly one post.
- _unknown_: the caller got \`OutcomeUnknownError\`, and there is at most one post.
- _account lost_: as above.`

/** Writes the page `docs/chaos.md`. */
export async function writeDocument(
  report: SuiteReport,
  { networks, command }: { readonly networks: readonly ChaosNetwork[]; readonly command: string },
): Promise<string> {
  const parts = [
    '# Chaos',
    `Results of ${report.faults.toLocaleString('en')} injected faults, written by \`${command}\`. Method: [internal/chaos](../internal/chaos/README.md).`,
    '## Counts',
    COUNTS,
    markdownTable(countRows(report)),
    '## Lost visible requests',
    FINISH,
    `The ${ANSWERS.length} faults: ${ANSWERS.join(', ')}. \`…Before\` means without effect, \`…After\` with effect.`,
  ]
  for (const network of networks) parts.push(`### ${network.name}`, markdownTable(await finishTable(network)))
  return `${parts.join('\n\n')}\n`
}
