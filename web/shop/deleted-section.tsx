export function DeletedSection() {
  return <section aria-label="Deleted" className="flex flex-col gap-4" />;
}
