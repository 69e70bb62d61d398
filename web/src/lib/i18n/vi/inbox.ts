// Tiếng Việt cho mọi người: khung trang, địa chỉ, mã, thư.

import type { Catalogue } from '../i18n.svelte.ts';

export const inbox: Pick<
  Catalogue,
  | 'brand'
  | 'tagline'
  | 'skip'
  | 'nav'
  | 'common'
  | 'live'
  | 'notify'
  | 'address'
  | 'welcome'
  | 'rail'
  | 'create'
  | 'code'
  | 'list'
  | 'mail'
  | 'auth'
  | 'help'
  | 'content'
  | 'states'
> = {
  brand: 'Mayfly',
  tagline: 'Một địa chỉ thư cho lúc này',
  skip: 'Chuyển đến nội dung',
  nav: {
    home: 'Hộp thư',
    account: 'Tài khoản',
    signIn: 'Đăng nhập',
    signUp: 'Tạo tài khoản',
    signOut: 'Đăng xuất',
    docs: 'API',
    language: 'Ngôn ngữ',
    toDark: 'Chuyển sang nền tối',
    toLight: 'Chuyển sang nền sáng',
    shortcuts: 'Phím tắt',
    sections: 'Các mục tài khoản',
    footer: 'Chân trang',
  },
  common: {
    copy: 'Sao chép',
    copied: 'Đã sao chép',
    copyFailed: 'Trình duyệt không cho sao chép. Hãy tự chọn văn bản rồi sao chép.',
    cancel: 'Hủy',
    close: 'Đóng',
    save: 'Lưu',
    add: 'Thêm',
    remove: 'Xóa',
    retry: 'Thử lại',
    loading: 'Đang tải',
    more: 'Xem cũ hơn',
    back: 'Quay lại',
    optional: 'không bắt buộc',
    yes: 'Có',
    no: 'Không',
  },
  live: {
    mail: (from, subject) => `Thư mới từ ${from}: ${subject}`,
    code: (code, from) => `Mã ${[...code].join(' ')} từ ${from}`,
    newAddress: (address) => `Địa chỉ mới ${address}`,
  },
  notify: {
    turnOn: 'Báo cho tôi',
    turnOff: 'Ngừng báo',
    code: (code) => `Mã ${code}`,
    refused: 'Trình duyệt không cho phép trang này gửi thông báo.',
  },
  address: {
    label: 'Địa chỉ của bạn',
    preparing: 'Đang chuẩn bị địa chỉ',
    copy: 'Sao chép địa chỉ',
    copied: 'Đã sao chép địa chỉ',
    qr: 'Hiện mã QR',
    qrTitle: 'Địa chỉ dưới dạng mã QR',
    qrText: 'Quét bằng điện thoại để dùng địa chỉ này trên đó.',
    left: (time) => `còn ${time}`,
    extend: 'Gia hạn',
    extended: (time) => `Đã gia hạn: còn ${time}`,
    destroy: 'Xóa địa chỉ',
    destroyTitle: 'Xóa địa chỉ này?',
    destroyText: (address) => `${address} cùng toàn bộ thư sẽ mất ngay. Thư gửi đến sau đó bị từ chối.`,
    destroyed: 'Đã xóa địa chỉ',
    expired: 'Địa chỉ này đã hết hạn',
    expiredText: 'Nó đã sống hết thời gian của mình, thư cũng không còn. Không ai khác đọc được.',
    destroyedText: 'Địa chỉ đã bị xóa cùng với thư.',
    replaced: 'Địa chỉ trước đã hết hạn khi bạn vắng mặt. Đây là địa chỉ mới.',
    fresh: 'Địa chỉ mới',
    failed: 'Chưa có địa chỉ',
  },
  welcome: {
    title: 'Một địa chỉ thư dùng ngay',
    steps: [
      ['Sao chép', 'Địa chỉ phía trên là của riêng bạn, dùng được ngay giây này.'],
      ['Sử dụng', 'Đăng ký, xác nhận, thử nghiệm. Hộp thư chính của bạn vẫn sạch sẽ.'],
      ['Đọc thư', 'Thư tự hiện ra tại đây, còn mã được tìm sẵn cho bạn.'],
    ],
    end: 'Hết thời gian, địa chỉ và thư biến mất vĩnh viễn.',
  },
  rail: {
    label: 'Các địa chỉ của bạn',
    add: 'Thêm',
    unread: (count) => `${count} chưa đọc`,
    ended: 'hết hạn',
  },
  create: {
    title: 'Địa chỉ mới',
    name: 'Tên',
    nameHint: 'Để trống thì chúng tôi tự đặt. Dùng chữ cái không dấu, chữ số, dấu chấm, gạch nối, gạch dưới.',
    domain: 'Tên miền',
    life: 'Tồn tại trong',
    submit: 'Tạo',
    guestNote: 'Không có tài khoản, địa chỉ tồn tại tối đa một ngày.',
  },
  code: {
    label: 'Mã',
    waiting: 'Đang chờ mã',
    waitingText: 'Mã tiếp theo sẽ hiện ở đây.',
    from: (sender) => `từ ${sender}`,
    copy: 'Sao chép mã',
    copied: 'Đã sao chép mã',
    link: 'Mở liên kết',
  },
  list: {
    label: 'Thư',
    live: 'Đang chờ thư',
    empty: 'Chưa có thư',
    emptyText: 'Hãy dùng địa chỉ này ở bất cứ đâu. Thư tự hiện ra tại đây, thường chỉ sau một hai giây.',
    unread: 'chưa đọc',
    attachment: 'có tệp đính kèm',
    noSubject: 'Không có tiêu đề',
    reconnecting: 'Mất kết nối. Đang thử lại.',
    count: (_count, text) => `${text} thư`,
  },
  mail: {
    label: 'Nội dung thư',
    noneText: 'Chọn một thư để đọc tại đây.',
    noSender: 'Không rõ người gửi',
    to: 'Đến',
    cc: 'Đồng gửi',
    views: 'Các cách xem thư',
    html: 'Định dạng',
    text: 'Văn bản',
    headers: 'Đầu thư',
    noText: 'Thư này không có nội dung chữ.',
    frame: 'Thư theo thiết kế của người gửi',
    blocked: (_count, text) => `Đã chặn ${text} ảnh hoặc tệp từ xa, nhờ vậy người gửi không biết bạn đã đọc thư.`,
    showRemote: 'Hiện ảnh từ xa',
    remoteShown: 'Đang hiện ảnh từ xa. Người gửi có thể biết thư đã được mở.',
    hideRemote: 'Ẩn đi',
    remoteGone: 'Không thể hiện được nữa: bản gốc đã bị xóa.',
    remoteFailed: 'Không tải được bản gốc.',
    remove: 'Xóa thư',
    removed: 'Đã xóa thư',
    back: 'Về danh sách',
    notFound: 'Không tìm thấy thư này',
    notFoundText: 'Thư đã bị xóa hoặc thuộc về địa chỉ khác.',
    received: (when) => `Nhận ${when}`,
    attachments: 'Tệp đính kèm',
    unnamed: 'Tệp không tên',
    download: (name) => `Tải xuống ${name}`,
    tooLarge: 'quá lớn, không được lưu',
    originalLeft: (time) => `Bản gốc, còn ${time}`,
    originalGone: 'Bản gốc không còn được lưu',
  },
  auth: {
    good: 'Người gửi đúng là họ',
    goodText: (domain) => `${domain} xác nhận thư này là của mình.`,
    bad: 'Người gửi có thể bị giả mạo',
    badText: (domain) =>
      `Thư này tự nhận đến từ ${domain} nhưng không qua được kiểm tra. Đừng tin các liên kết trong thư.`,
    unknown: 'Chưa chứng minh được người gửi',
    unknownText: (domain) => `${domain} không cho biết cách kiểm tra thư của mình, hoặc thư chưa được kiểm tra.`,
    details: 'Đã kiểm tra thế nào',
    spf: 'Gửi từ máy chủ mà tên miền cho phép (SPF)',
    dkim: 'Có chữ ký và không bị sửa trên đường đi (DKIM)',
    dmarc: 'Đúng chính sách của tên miền (DMARC)',
    pass: 'đạt',
    fail: 'không đạt',
    none: 'không nêu',
  },
  help: {
    title: 'Phím tắt',
    copy: 'Sao chép địa chỉ',
    copyCode: 'Sao chép mã mới nhất',
    fresh: 'Địa chỉ mới',
    next: 'Thư kế tiếp',
    previous: 'Thư trước',
    open: 'Mở thư',
    back: 'Đóng thư',
    extend: 'Gia hạn địa chỉ',
    remove: 'Xóa thư đang mở, nếu không thì xóa địa chỉ',
    nextBox: 'Địa chỉ kế tiếp',
    previousBox: 'Địa chỉ trước',
    help: 'Danh sách này',
  },
  content: {
    updated: (when) => `Cập nhật ${when}`,
    dismiss: 'Ẩn thông báo này',
  },
  states: {
    notFoundTitle: 'Không có gì ở đây',
    notFoundText: 'Trang này đã bay đi mất, như loài phù du.',
    toInbox: 'Về hộp thư',
    offline: 'Bạn đang ngoại tuyến. Những gì trên trang vẫn còn; thư mới sẽ đến khi có mạng lại.',
    failed: 'Không tải được phần này',
    trace: (id) => `Nếu vẫn lỗi, hãy báo cho người vận hành: ${id}`,
  },
};
