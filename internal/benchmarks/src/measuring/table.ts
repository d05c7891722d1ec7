import { figureOf, keepsBudget, type Row } from './row.js'

function number(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value.toFixed(value >= 10 ? 1 : 2)
}

function budget({ budget: bounds }: Row): string {
  if (bounds === undefined) return ''
  const text = []
  if (bounds.min !== undefined) text.push(`≥ ${bounds.min}`)
  if (bounds.max !== undefined) text.push(`≤ ${bounds.max}`)
  return text.join(', ')
}

function cells(row: Row): readonly string[] {
  const verdict = keepsBudget(row)
  const mark = verdict === null ? '' : ` ${verdict ? '✓' : '✗'}`
  return [
    row.what,
    `${number(row.value)} ${row.unit}`,
    row.reference === undefined ? '' : `${number(row.reference.value)} ${row.unit} ${row.reference.name}`,
    row.reference === undefined ? '' : number(figureOf(row)),
    `${budget(row)}${mark}`,
  ]
}

/** Returns the rows as a Markdown table that is aligned for a terminal. */
export function toTable(rows: readonly Row[]): string {
  const all = [['Case', 'Ours', 'Reference', 'Ratio', 'Budget'], ...rows.map((row) => cells(row))]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => (line[column] ?? '').length)))
  const lines = all.map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(Math.max(width, 3))).join(' | ')} |`)
  return lines.join('\n')
}
