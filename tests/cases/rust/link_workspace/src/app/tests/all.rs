#[test]
fn runs() {
    assert_eq!(app::run(), 4);
    core_kit::visible();
}
