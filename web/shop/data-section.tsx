export function DataSection() {
  return <section aria-label="Data" className="flex flex-col gap-4" />;
}
