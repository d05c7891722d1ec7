import type { ChaosNetwork } from '../networks/network.js'
import type { SuiteReport } from '../suite/suite.js'
import { ANSWERS, finishTable } from './finish-table.js'
import { countRows } from './report.js'

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** A table in Markdown; the first row is its heading. */
function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map((cells) => line(cells))].join('\n')
}

/** The page about what the suite found, as `docs/chaos.md` has it. */
export async function writeDocument(
  report: SuiteReport,
  { networks, command }: { readonly networks: readonly ChaosNetwork[]; readonly command: string },
): Promise<string> {
  const parts = [
    '# Chaos',
    `What came of ${report.faults.toLocaleString('en')} faults, written by \`${command}\`. How it works: [internal/chaos](../internal/chaos/README.md).`,
    '## Counts',
    'A run is one operation with one fault, or two after each other, called again under the same key until it settles. _Nobody can say_ means that the caller was told so, and that the visible request may really have left. _Account lost_ means that the answer with the only new token was lost.',
    markdownTable(countRows(report)),
    '## The visible request is lost',
    `Then the next request meets one of ${ANSWERS.length} faults (${ANSWERS.join(', ')}; \`…Before\` without effect, \`…After\` with), and the same key is called again: now, after the upload session has ended, after the network has forgotten its own key. The next request may be a question of the same call, or come from the call after it; renewals of tokens are left out. The last column counts operations: _out_, the caller has the result, and there is exactly one; _unknown_, the caller is told that nobody can say, and there is at most one.`,
  ]
  for (const network of networks) parts.push(`### ${network.name}`, markdownTable(await finishTable(network)))
  return `${parts.join('\n\n')}\n`
}
