// Lists the label templates that can be printed: built-in, from the site's folder, and added in
// Maintenance.
import type { ListedTemplate } from '#features/printing/common/label-templates.ts'
import type { LabelFile } from '#features/printing/common/printing.ts'
import type { LabelTemplatesPort, StoredTemplate } from '#features/printing/server/label-templates.ts'
import {
  isPassport,
  type LabelTemplate,
  labelsOfPage,
} from '#features/printing/server/labels/label-template.ts'
import { readTemplate } from '#features/printing/server/labels/read-templates.ts'

/** The templates of a location, its default first. */
export interface UsableTemplates {
  readonly all: readonly LabelTemplate[]
  /** The built-in and site templates; they replace an added one that cannot be printed. */
  readonly known: readonly LabelTemplate[]
  /** Ids of stored templates that are no longer valid. */
  readonly broken: readonly string[]
}

/** Reads the templates; without a location, none comes first as the default. */
export async function usableTemplates(
  known: readonly LabelTemplate[],
  port: LabelTemplatesPort,
  location?: string,
): Promise<UsableTemplates> {
  const stored = await port.list()
  const defaults = location === undefined ? [] : await port.defaults()
  const defaultId = defaults.find((each) => each.location === location)?.template
  const read = stored.map((each) => ({ id: each.id, template: templateOf(each) }))
  const taken = known.map(({ id }) => id)
  const added = read.flatMap(({ id, template }) => (template && !taken.includes(id) ? [template] : []))
  const all = [...known, ...added].toSorted((one, other) => one.order - other.order)
  return {
    all: [...all.filter(({ id }) => id === defaultId), ...all.filter(({ id }) => id !== defaultId)],
    known,
    broken: read.flatMap(({ id, template }) => (template ? [] : [id])),
  }
}

const templateOf = ({ template }: StoredTemplate): LabelTemplate | undefined => {
  const read = readTemplate(template)
  return read.ok ? read.value : undefined
}

/**
 * Returns the built-in replacement for a template: the largest that fits its size, else the first. A
 * passport is replaced by a passport only, because labels have no facts for one.
 */
export function findReplacement(
  known: readonly LabelTemplate[],
  {
    label,
    single,
    passport,
  }: {
    readonly label?: LabelTemplate['label'] | undefined
    readonly single: boolean
    readonly passport: boolean
  },
): LabelTemplate | undefined {
  const sameKind = known.filter(
    (template) => isPassport(template) === passport && (!single || labelsOfPage(template) === 1),
  )
  if (!label) return sameKind[0]
  const fitting = sameKind.filter(
    (template) => template.label.width <= label.width && template.label.height <= label.height,
  )
  const area = (template: LabelTemplate) => template.label.width * template.label.height
  return fitting.toSorted((one, other) => area(other) - area(one))[0] ?? sameKind[0]
}

/** Why another template was printed, and which one. */
export type TemplateReplacement = NonNullable<LabelFile['Instead']>

/** Returns a template as Maintenance lists it; `stored` is its record if it was added there. */
export function listedTemplate(template: LabelTemplate, stored: StoredTemplate | null): ListedTemplate {
  return {
    Id: template.id,
    Name: template.name,
    Width: template.label.width,
    Height: template.label.height,
    PerPage: labelsOfPage(template),
    Dpi: template.dpi,
    Own: stored !== null,
    Sound: true,
    Version: stored?.version ?? 0,
    ChangedBy: stored?.changedBy ?? '',
    ChangedAt: stored?.changedAt ?? '',
  }
}

/** Returns all templates as Maintenance lists them: added ones first, including invalid ones. */
export function listTemplates(
  known: readonly LabelTemplate[],
  stored: readonly StoredTemplate[],
): ListedTemplate[] {
  const added = stored.map((each) => {
    const template = templateOf(each)
    if (template) return listedTemplate(template, each)
    const unknown = { Name: each.id, Width: 0, Height: 0, PerPage: 1, Dpi: 0, Own: true, Sound: false }
    return {
      Id: each.id,
      ...unknown,
      Version: each.version,
      ChangedBy: each.changedBy,
      ChangedAt: each.changedAt,
    }
  })
  return [...added, ...known.map((template) => listedTemplate(template, null))]
}
