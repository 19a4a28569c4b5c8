import * as v from 'valibot'
import type { CallRequest } from '#core/wire/call.ts'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import {
  isZpl,
  type labelTemplateCalls,
  type TemplatePreview,
} from '#features/printing/common/label-templates.ts'
import type { DotsPerInch } from '#features/printing/common/printing.ts'
import {
  defaultTemplates,
  mayManageTemplates,
  removeTemplate,
  saveTemplate,
  setDefaultTemplate,
} from '#features/printing/server/label-templates.ts'
import type { LabelFacts } from '#features/printing/server/labels/label.ts'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import { readTemplateFile } from '#features/printing/server/labels/read-templates.ts'
import { sampleFacts } from '#features/printing/server/labels/sample-facts.ts'
import type { TemplateProof } from '#features/printing/server/labels/verify-template.ts'
import type { Printing } from '#features/printing/server/printing.ts'
import { mayWorkAt, type Person } from '#server/domain/people.ts'
import { notFound, problemFor } from '#server/domain/refusals.ts'
import { maySeeStock } from '#server/domain/stock-access.ts'
import { readIfPermitted, withPerson } from '#server/http/handlers/context.ts'
import { type Handlers, withPreparation } from '#server/http/handlers.ts'
import { findLabels } from './label-facts.ts'
import type { PrintingParts, PrintingPorts } from './parts.ts'
import { listedTemplate, listTemplates, usableTemplates } from './usable-templates.ts'

// The proof comes from our print thread of the same version, so it needs no validation.
const proofFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<TemplateProof>(() => true),
)

/** Handles label templates in Maintenance: list, try, save, remove, and set the default. */
export function labelTemplateHandlers<Transaction>(parts: PrintingParts<Transaction>) {
  const { ports, portsIn, paper } = parts
  const known = paper.templates.map(({ id }) => id)
  const asTemplateAdmin = <Value>(
    inside: PrintingPorts,
    user: Parameters<typeof withPerson>[2],
    work: (person: Person) => Promise<Result<Value, Problem>>,
  ) =>
    withPerson(parts, inside, user, async (person) => {
      const allowed = mayManageTemplates(person)
      return allowed.ok ? work(person) : allowed
    })

  return {
    'labelTemplates.list': ({ user }) =>
      readIfPermitted(parts, user, mayManageTemplates, async () => ({
        Templates: listTemplates(paper.templates, await ports.labelTemplates.list()),
        Usual: await defaultTemplates(ports.labelTemplates),
      })),
    'labelTemplates.read': ({ params, user }) =>
      asTemplateAdmin(ports, user, () => readStoredTemplate(ports, paper.templates, params.id)),
    'labelTemplates.try': withPreparation(
      ({ body, user }) => asTemplateAdmin(ports, user, (person) => tryTemplate(parts, person, body)),
      async (_request, proof, _transaction: Transaction) => succeed(proof),
    ),
    'labelTemplates.save': withPreparation(
      ({ body, user }) => asTemplateAdmin(ports, user, () => proveTemplate(paper.printing, body.Source)),
      ({ body, user }, template, transaction: Transaction) => {
        const inside = portsIn(transaction)
        return asTemplateAdmin(inside, user, async (person) => {
          const saved = await saveTemplate(inside, person, template, { version: body.Version, known })
          return saved.ok ? succeed({ Template: listedTemplate(template, saved.value) }) : saved
        })
      },
    ),
    'labelTemplates.remove': ({ params, query, user }, transaction) => {
      const inside = portsIn(transaction)
      const seen = query.version === undefined ? undefined : Number(query.version)
      return withPerson(parts, inside, user, (person) => removeTemplate(inside, person, params.id, seen))
    },
    'labelTemplates.use': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return withPerson(parts, inside, user, async (person) => {
        const { all } = await usableTemplates(paper.templates, inside.labelTemplates)
        const use = { location: body.Location, template: body.Template, seen: body.Seen }
        return setDefaultTemplate(
          inside,
          person,
          use,
          all.map(({ id }) => id),
        )
      })
    },
  } satisfies Handlers<Transaction>
}

async function readStoredTemplate(ports: PrintingPorts, templates: readonly LabelTemplate[], id: string) {
  const stored = await ports.labelTemplates.find(id)
  const builtIn = templates.find((each) => each.id === id)
  const source = builtIn ?? stored?.template
  if (source === undefined) return fail(notFound('label template'))
  const Template = listTemplates(builtIn ? [builtIn] : [], stored ? [stored] : [])[0]
  if (!Template) return fail(notFound('label template'))
  return succeed({ Template, Source: fileOf(source) })
}

// Draws the template with the facts of a plant, and reads the barcode on its label.
async function tryTemplate(
  { ports, paper }: Pick<PrintingParts<never>, 'ports' | 'paper'>,
  person: Person,
  body: CallRequest<(typeof labelTemplateCalls)['labelTemplates.try']>['body'],
): Promise<Result<TemplatePreview, Problem>> {
  const facts = await factsAt(ports, person, body)
  if (!facts.ok) return facts
  const source = await jsonOf(body)
  if (!source.ok) return source
  const drawn = await drawTemplate(paper.printing, source.value, facts.value)
  if (!drawn.ok) return drawn
  const { template, proof } = drawn.value
  return succeed({
    Template: listedTemplate(template, await ports.labelTemplates.find(template.id)),
    Picture: proof.picture,
    Source: source.value,
    Barcode: facts.value.barcode,
    Readings: proof.readings.map(({ dpi, bar, read, refusal }) => ({
      Dpi: dpi,
      Bar: bar,
      Read: [...read],
      Refusal: refusal && { code: refusal.code, facts: { ...refusal.facts } },
    })),
  })
}

// Returns the template in a file, if the barcode on its label can be read.
async function proveTemplate(printing: Printing, source: string): Promise<Result<LabelTemplate, Problem>> {
  const drawn = await drawTemplate(printing, source, sampleFacts)
  if (!drawn.ok) return drawn
  const refusal = drawn.value.proof.readings.find((reading) => reading.refusal)?.refusal
  return refusal ? fail(problemFor(refusal)) : succeed(drawn.value.template)
}

async function drawTemplate(
  printing: Printing,
  source: string,
  facts: LabelFacts,
): Promise<Result<{ readonly template: LabelTemplate; readonly proof: TemplateProof }, Problem>> {
  const read = readTemplateFile(source)
  if (!read.ok) {
    const { place, expected } = read.error
    return fail(problemFor(refuse('templateWrong', { place: place || expected, expected })))
  }
  const drawn = await printing.print({ kind: 'templateProof', template: read.value, facts })
  if (!drawn.ok) {
    const busy = drawn.error === 'too_busy'
    const why = busy ? 'Too much is being printed.' : 'Drawing the label took too long.'
    return fail(makeProblem(busy ? 'server_busy' : 'unavailable', `${why} Try again shortly.`))
  }
  return succeed({
    template: read.value,
    proof: v.parse(proofFile, Buffer.from(drawn.value).toString('utf8')),
  })
}

// Returns the file as JSON; a ZPL file is translated.
async function jsonOf({
  Source,
  Name,
  Dpi,
}: {
  readonly Source: string
  readonly Name: string
  readonly Dpi: DotsPerInch
}): Promise<Result<string, Problem>> {
  if (!isZpl(Source)) return succeed(Source)
  // The translator measures text and symbols, so it is loaded on demand.
  const { readZplTemplate } = await import(
    '#features/printing/server/labels/zpl-template/read-zpl-template.ts'
  )
  const read = readZplTemplate(Source, { name: Name, dpi: Dpi })
  return read.ok ? succeed(fileOf(read.value)) : fail(problemFor(read.error))
}

// Formats a template as a downloadable file.
const fileOf = (template: unknown) => `${JSON.stringify(template, undefined, 2)}\n`

// Returns the facts of a plant in stock at the location, or sample facts if the user may see none.
async function factsAt(
  ports: PrintingPorts,
  person: Person,
  at: { readonly Location: string; readonly Season: string },
): Promise<Result<LabelFacts, Problem>> {
  if (at.Location === '') return succeed(sampleFacts)
  const atLocation = mayWorkAt(person, at.Location)
  if (!atLocation.ok) return atLocation
  const season = await ports.references.season(at.Season)
  if (!season || !maySeeStock(person, at.Location).ok) return succeed(sampleFacts)
  const { records } = await ports.stock.search({
    location: at.Location,
    commodity: season.Commodity,
    storageType: 'INVENTORY',
    page: { offset: 0, limit: 1 },
  })
  const [first] = records
  if (!first) return succeed(sampleFacts)
  const place = { location: at.Location, seasonId: at.Season }
  const found = await findLabels(ports, person, [{ barcode: first.BarcodeID, count: 1 }], place)
  return found.ok ? succeed({ ...sampleFacts, ...found.value[0]?.facts }) : found
}
