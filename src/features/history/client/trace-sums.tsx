// The sums of a lot: what came in beside what there is, and their difference.
import { Icon } from '#app/ui/icon.tsx'
import type { Trace, TraceSumOf } from '#core/wire/trace.ts'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'

// Each side of the balance; what came back counts against what went out.
type Side = readonly (readonly [of: TraceSumOf, sign: 1 | -1])[]
const cameIn: Side = [
  ['imported', 1],
  ['adjusted', 1],
]
const isNow: Side = [
  ['onHand', 1],
  ['growerStorage', 1],
  ['inTransit', 1],
  ['issued', 1],
  ['returned', -1],
  ['dumped', 1],
]

export function TraceSums({ trace }: { readonly trace: Trace }) {
  const elsewhere = Object.values(trace.Sums).some((sum) => sum.Elsewhere !== 0)
  const even = trace.Difference === 0
  return (
    <section className="trace-sums" aria-labelledby="trace-balance">
      <SideTable title={say('trace.cameIn')} side={cameIn} trace={trace} elsewhere={elsewhere} />
      <SideTable title={say('trace.now')} side={isNow} trace={trace} elsewhere={elsewhere} />
      <p id="trace-balance" className="trace-balance" data-even={even}>
        <Icon name={even ? 'check' : 'error'} />
        {even ? say('trace.inOrder') : say('trace.notInOrder', { n: sayCount(trace.Difference) })}
      </p>
    </section>
  )
}

interface SideProps {
  readonly title: string
  readonly side: Side
  readonly trace: Trace
  /** Some plants are elsewhere: they have a column. */
  readonly elsewhere: boolean
}

const SideTable = ({ title, side, trace: { Sums }, elsewhere }: SideProps) => {
  const rows = side.map(([name, sign]) => {
    const { Here, Elsewhere } = Sums[name]
    // Adding 0 makes no -0.
    return { name, all: sign * (Here + Elsewhere) + 0, elsewhere: sign * Elsewhere + 0 }
  })
  const sum = (count: (row: (typeof rows)[number]) => number) =>
    rows.reduce((all, row) => all + count(row), 0)
  return (
    <table className="trace-side">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{say('trace.plants')}</th>
          {elsewhere && <th scope="col">{say('trace.elsewhere')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{say(`trace.sum.${row.name}`)}</th>
            <td>{sayCount(row.all)}</td>
            {elsewhere && <td>{sayCount(row.elsewhere)}</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say('trace.together')}</th>
          <td>{sayCount(sum(({ all }) => all))}</td>
          {elsewhere && <td>{sayCount(sum((row) => row.elsewhere))}</td>}
        </tr>
      </tfoot>
    </table>
  )
}
