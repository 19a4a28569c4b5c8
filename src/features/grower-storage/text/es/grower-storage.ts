// Grower storage (en/grower-storage.ts).

export const growerStorage = {
  'screen.growerStorage': 'Resguardo',
  'screen.growerStorageIssuance': 'Entregas de resguardo',
  'screen.growerStorageIssuanceEdit': 'Entrega de resguardo',
  'screen.growerStorageIssuanceDetail': 'Entrega de resguardo',
  'screen.growerStorageDump': 'Bajas de resguardo',
  'screen.growerStorageDumpEdit': 'Baja de resguardo',
  'screen.growerStorageDumpDetail': 'Baja de resguardo',
  growerChosen: 'Planta en resguardo de {grower}.',
  growersFailed: 'No se pudieron cargar los productores. No se eligió ninguno: intente de nuevo.',
  insufficientAccess: 'Usted no tiene acceso suficiente',
  growerStoragePlaceholder: 'Usted no trabaja con resguardo aquí.',
} as const
